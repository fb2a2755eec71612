// Checks a log by golang.org/x/mod/sumdb alone, or is a small witness of logs.
//
//	check URL VKEY          every border of the tree, and that it extends each smaller one
//	witness PORT VKEY SEED  cosigns checkpoints of the log with this key (c2sp.org/tlog-witness)
package main

import (
	"bytes"
	"crypto/ed25519"
	"crypto/sha256"
	"encoding/base64"
	"encoding/binary"
	"fmt"
	"io"
	"log"
	"net/http"
	"os"
	"strconv"
	"strings"
	"time"

	"golang.org/x/mod/sumdb/note"
	"golang.org/x/mod/sumdb/tlog"
)

func must(err error) {
	if err != nil {
		log.Fatal(err)
	}
}

func fetch(url string) []byte {
	answer, err := http.Get(url)
	must(err)
	defer answer.Body.Close()
	if answer.StatusCode != 200 {
		log.Fatalf("%s: %s", url, answer.Status)
	}
	body, err := io.ReadAll(answer.Body)
	must(err)
	return body
}

type tree struct {
	size int64
	root tlog.Hash
}

func parse(text string) (string, tree) {
	lines := strings.Split(text, "\n")
	size, err := strconv.ParseInt(lines[1], 10, 64)
	must(err)
	root, err := base64.StdEncoding.DecodeString(lines[2])
	must(err)
	parsed := tree{size: size}
	copy(parsed.root[:], root)
	return lines[0], parsed
}

// Tiles of height 8, without the height in their paths.
type reader struct{ url string }

func (r reader) Height() int                          { return 8 }
func (r reader) SaveTiles(tiles []tlog.Tile, data [][]byte) {}
func (r reader) ReadTiles(tiles []tlog.Tile) ([][]byte, error) {
	var all [][]byte
	for _, tile := range tiles {
		all = append(all, fetch(r.url+"/"+strings.Replace(tile.Path(), "tile/8/", "tile/", 1)))
	}
	return all, nil
}

func check(url, vkey string) {
	verifier, err := note.NewVerifier(vkey)
	must(err)
	opened, err := note.Open(fetch(url+"/checkpoint"), note.VerifierList(verifier))
	must(err)
	_, head := parse(opened.Text)
	hashes := tlog.TileHashReader(tlog.Tree{N: head.size, Hash: head.root}, reader{url})
	for _, index := range []int64{0, 1, 254, 255, 256, 257, head.size / 2, head.size - 1} {
		if index >= head.size {
			continue
		}
		proof, err := tlog.ProveRecord(head.size, index, hashes)
		must(err)
		bundle := fetch(url + "/tile/entries/" + bundlePath(index/256, head.size))
		for skip := index % 256; skip > 0; skip-- {
			bundle = bundle[2+binary.BigEndian.Uint16(bundle):]
		}
		entry := bundle[2 : 2+binary.BigEndian.Uint16(bundle)]
		must(tlog.CheckRecord(proof, head.size, head.root, index, tlog.RecordHash(entry)))
	}
	for _, old := range []int64{1, 2, 255, 256, head.size - 1} {
		if old >= head.size || old < 1 {
			continue
		}
		root, err := tlog.TreeHash(old, hashes)
		must(err)
		proof, err := tlog.ProveTree(head.size, old, hashes)
		must(err)
		must(tlog.CheckTree(proof, head.size, head.root, old, root))
	}
	fmt.Println("checked a log of", head.size)
}

func bundlePath(number, size int64) string {
	path := fmt.Sprintf("%03d", number%1000)
	for rest := number / 1000; rest > 0; rest /= 1000 {
		path = fmt.Sprintf("x%03d/%s", rest%1000, path)
	}
	if width := size - number*256; width < 256 {
		path += fmt.Sprintf(".p/%d", width)
	}
	return path
}

func witness(port, vkey, seed string) {
	verifier, err := note.NewVerifier(vkey)
	must(err)
	secret := sha256.Sum256([]byte(seed))
	key := ed25519.NewKeyFromSeed(secret[:])
	public := append([]byte{4}, key.Public().(ed25519.PublicKey)...)
	name := "example.com/witness"
	id := sha256.Sum256(append([]byte(name+"\n"), public...))
	fmt.Printf("%s+%x+%s\n", name, id[:4], base64.StdEncoding.EncodeToString(public))
	last := tree{}
	http.HandleFunc("/add-checkpoint", func(w http.ResponseWriter, r *http.Request) {
		body, _ := io.ReadAll(r.Body)
		front, text, _ := bytes.Cut(body, []byte("\n\n"))
		lines := strings.Split(string(front), "\n")
		old, err := strconv.ParseInt(strings.TrimPrefix(lines[0], "old "), 10, 64)
		opened, problem := note.Open(text, note.VerifierList(verifier))
		if err != nil || problem != nil {
			http.Error(w, "not signed by the log", 403)
			return
		}
		if old != last.size {
			w.Header().Set("Content-Type", "text/x.tlog.size")
			w.WriteHeader(409)
			fmt.Fprintf(w, "%d\n", last.size)
			return
		}
		_, head := parse(opened.Text)
		var proof tlog.TreeProof
		for _, line := range lines[1:] {
			raw, _ := base64.StdEncoding.DecodeString(line)
			var hash tlog.Hash
			copy(hash[:], raw)
			proof = append(proof, hash)
		}
		if old > 0 && (old > head.size || (old == head.size && head.root != last.root) ||
			(old < head.size && tlog.CheckTree(proof, head.size, head.root, old, last.root) != nil)) {
			http.Error(w, "this is another history", 422)
			return
		}
		last = head
		now := uint64(time.Now().Unix())
		signed := ed25519.Sign(key, []byte(fmt.Sprintf("cosignature/v1\ntime %d\n%s", now, opened.Text)))
		line := binary.BigEndian.AppendUint64(append([]byte{}, id[:4]...), now)
		fmt.Fprintf(w, "\u2014 %s %s\n", name, base64.StdEncoding.EncodeToString(append(line, signed...)))
	})
	must(http.ListenAndServe("127.0.0.1:"+port, nil))
}

func main() {
	if os.Args[1] == "check" {
		check(os.Args[2], os.Args[3])
	} else {
		witness(os.Args[2], os.Args[3], os.Args[4])
	}
}
