#!/usr/bin/env python3
"""The files that start Hence before an engine are well formed, and say what the program understands: packaging_test.py HENCE

No container is started: neither Docker nor Kubernetes is needed here.
"""

import pathlib
import re
import subprocess
import unittest

import serving

try:
    import yaml
except ImportError:
    yaml = None

OF_EVERY_IMAGE = ("libc", "libm", "libgcc_s", "ld-linux-x86-64")
ENGINE = pathlib.Path(__file__).parent.parent / "packaging" / "engine"


def dockerfile():
    """The instructions, each on one line."""
    text = re.sub(r"(?m)^#.*\n", "", (ENGINE / "Dockerfile").read_text(encoding="utf-8")).replace("\\\n", " ")
    return [line.split(None, 1) for line in text.splitlines() if line.strip()]


@unittest.skipUnless(yaml, "no module yaml")
class PackagingTest(unittest.TestCase):
    def understands(self, arguments):
        """Whether the program knows these options: with one more that it does not know, it names that one alone."""
        done = subprocess.run([serving.HENCE, "--store", "memory:", *arguments, "--nonsense"], capture_output=True,
                              text=True, env=serving.CLEAN, timeout=serving.WAIT_S)
        self.assertEqual(done.returncode, 2, done.stderr)
        self.assertIn("--nonsense", done.stderr)
        for word in arguments:
            if word.startswith("--"):
                self.assertNotIn(word, done.stderr.replace("--nonsense", ""))

    def test_the_image_has_the_libraries_that_the_program_needs(self):
        steps = dockerfile()
        self.assertEqual(steps[0][0], "FROM")
        installed = set(re.search(r"--yes (.*?) &&", dict(steps)["RUN"])[1].split())
        self.assertIn("libpq5", installed)  # Loaded when an address of an engine is used.
        needed = subprocess.run(["ldd", serving.HENCE], capture_output=True, text=True, check=True).stdout
        paths = dict(re.findall(r"(\S+) => (\S+) \(", needed))
        direct = subprocess.run(["objdump", "-p", serving.HENCE], capture_output=True, text=True, check=True).stdout
        for library in re.findall(r"NEEDED +(\S+)", direct):
            if library.split(".so")[0] in OF_EVERY_IMAGE:
                continue
            path = pathlib.Path(paths[library])
            owner = subprocess.run(["dpkg", "-S", f"*/{path.name}"], capture_output=True, text=True, check=True).stdout
            packages = {line.split(":")[0] for line in owner.splitlines()}
            self.assertTrue(packages & installed, f"{library} is of {packages}")

    def test_the_image_starts_what_the_program_understands(self):
        self.understands(yaml.safe_load(dict(dockerfile())["CMD"]))

    def test_compose_is_well_formed(self):
        services = yaml.safe_load((ENGINE / "compose.yaml").read_text(encoding="utf-8"))["services"]
        self.assertEqual(set(services), {"database", "hence"})
        hence = services["hence"]
        self.assertEqual(hence["depends_on"]["database"]["condition"], "service_healthy")
        self.assertIn("healthcheck", services["database"])
        self.assertTrue((ENGINE / hence["build"]["context"] / hence["build"]["dockerfile"]).exists())
        self.assertTrue(hence["environment"]["HENCE_STORE"].startswith("postgres://"))
        self.assertNotIn(":", hence["environment"]["HENCE_STORE"].removeprefix("postgres://").split("@")[0])

    def test_the_manifest_is_well_formed(self):
        parts = list(yaml.safe_load_all((ENGINE / "kubernetes.yaml").read_text(encoding="utf-8")))
        kinds = {part["kind"]: part for part in parts}
        self.assertEqual(set(kinds), {"Namespace", "Secret", "Deployment", "Service", "PodDisruptionBudget"})
        for part in parts:
            self.assertTrue({"apiVersion", "kind", "metadata"} <= set(part))
            self.assertEqual(part["metadata"].get("namespace", "hence"), "hence")
        spec = kinds["Deployment"]["spec"]
        pod = spec["template"]["spec"]
        labels = spec["template"]["metadata"]["labels"]
        for chosen in (spec["selector"]["matchLabels"], kinds["Service"]["spec"]["selector"],
                       kinds["PodDisruptionBudget"]["spec"]["selector"]["matchLabels"]):
            self.assertEqual(chosen, labels)
        container = pod["containers"][0]
        self.understands(container["args"])
        ports = {port["name"]: port["containerPort"] for port in container["ports"]}
        for port in kinds["Service"]["spec"]["ports"]:
            self.assertEqual(ports[port["targetPort"]], port["port"])
        volumes = {volume["name"] for volume in pod["volumes"]}
        for each in (container, *pod["initContainers"]):
            self.assertLessEqual({mount["name"] for mount in each["volumeMounts"]}, volumes)
            self.assertFalse(each["securityContext"]["allowPrivilegeEscalation"])
        secret = kinds["Secret"]
        for variable in container["env"]:
            self.assertIn(variable["valueFrom"]["secretKeyRef"]["key"], secret["stringData"])
        self.assertEqual((container["readinessProbe"]["httpGet"]["path"], container["livenessProbe"]["httpGet"]["path"]),
                         ("/readyz", "/healthz"))


if __name__ == "__main__":
    serving.main()
