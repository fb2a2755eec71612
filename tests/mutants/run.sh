#!/usr/bin/env bash
# Checks the tests: each mutant is the engine with one promise taken out, and some test must notice.
#
#     tests/mutants/run.sh [BUILD_DIRECTORY [MUTANT...]]
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/../.."
build=${1:-build/mutants}
asked=("${@:2}")

declare -A noticed_by=(
    [ACK_BEFORE_SYNC]='*PowerCutTest.*'
    [NO_DUPLICATE_CHECK]='*AppendTest*rocks*'
    [NO_HEAD]='*DamageTest.*'
)

survivors=0
[[ ${#asked[@]} -gt 0 ]] || asked=("${!noticed_by[@]}")
for mutant in "${asked[@]}"; do
    if [[ -z ${noticed_by[$mutant]:-} ]]; then
        echo "no mutant is called $mutant: there are ${!noticed_by[*]}" >&2
        exit 2
    fi
    directory=$build/$mutant
    cmake -S . -B "$directory" -G Ninja -DCMAKE_BUILD_TYPE=Debug -DHENCE_PROGRAM_TESTS=OFF -DHENCE_BATCHES=ON \
        -DCMAKE_CXX_FLAGS="-O1 -DHENCE_MUTANT_$mutant" >/dev/null
    cmake --build "$directory" --target store_test >"$directory/build.log" 2>&1 || {
        cat "$directory/build.log" >&2
        echo "the mutant $mutant does not build" >&2
        exit 1
    }
    tests=$(find "$directory" -name store_test -type f)
    if "$tests" --gtest_filter="${noticed_by[$mutant]}" >"$directory/test.log" 2>&1; then
        echo "$mutant: nobody noticed"
        survivors=$((survivors + 1))
    elif grep -q '\[  FAILED  \]' "$directory/test.log"; then
        echo "$mutant: noticed by $(grep -o '\[  FAILED  \] [A-Za-z/.]*' "$directory/test.log" |
            sort -u | head -1 | cut -c14-)"
    else
        tail -20 "$directory/test.log" >&2
        echo "the tests of the mutant $mutant did not end" >&2
        exit 1
    fi
done
exit $((survivors > 0))
