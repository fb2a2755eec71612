// page.mjs PAGE PACK SOURCE: makes of the built page what the program carries: PACK, its files
// compressed one behind another, and SOURCE, a C++ table of what lies where.
//
// One file more is made here: recorded.html, the page with its script and style inside, in which a
// session travels by itself. Where the session is to stand, it says so.
import { createHash } from 'node:crypto';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { extname, join, resolve } from 'node:path';
import { gzipSync } from 'node:zlib';

const [page, pack, source] = process.argv.slice(2);
const recordedMark = '<!--hence-recorded-->';

const types = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.ico': 'image/x-icon',
  '.woff2': 'font/woff2',
  '.txt': 'text/plain; charset=utf-8',
};

function fail(message) {
  console.error(`page.mjs: ${message}`);
  process.exit(1);
}

function typeOf(name) {
  return types[extname(name)] ?? fail(`${name} is of no known type: add it to cmake/page.mjs`);
}

const sha256 = (bytes, form) => createHash('sha256').update(bytes).digest(form);

function readPage() {
  const names = readdirSync(page, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath ?? entry.path, entry.name).slice(page.length + 1));
  for (const name of names) {
    if (name !== 'index.html' && !/^assets\/[\w.-]+$/.test(name)) {
      fail(`${name} is neither index.html nor in assets/`);
    }
  }
  if (!names.includes('index.html')) {
    fail(`${page} has no index.html: run tools/ui`);
  }
  return new Map(names.sort().map((name) => [name, readFileSync(join(page, name))]));
}

function textOf(files, address) {
  const name = address.replace(/^\.?\//, '');
  return files.get(name) ?? fail(`index.html asks for ${address}, which is not there`);
}

function dataAddress(files, address) {
  const type = typeOf(address).replaceAll(' ', '');
  return `data:${type};base64,${textOf(files, address).toString('base64')}`;
}

// What would end the element is written in another way: in JavaScript and CSS it can stand in texts
// only.
const scriptText = (text) =>
  text.replace(/<\/(script)/gi, '\\x3c/$1').replaceAll('<!--', '\\x3c!--');
const styleText = (files, text) =>
  text
    .replace(/<\/(style)/gi, '\\3c /$1')
    .replace(/url\((["']?)(\.?\/?assets\/[^)"']+)\1\)/g, (_, quote, address) => {
      return `url(${dataAddress(files, address)})`;
    });

function standAlone(files) {
  const scripts = [...files.keys()].filter((name) => name.endsWith('.js'));
  if (scripts.length !== 1) {
    fail(`the page has ${scripts.length} scripts (${scripts.join(', ')}): it must be built as one`);
  }
  let hash = '';
  const html = files
    .get('index.html')
    .toString()
    .replace(/<script\b[^>]*\bsrc="([^"]+)"[^>]*><\/script>/g, (_, address) => {
      const text = scriptText(textOf(files, address).toString());
      hash = sha256(text, 'base64');
      return `<script type="module">${text}</script>`;
    })
    .replace(/<link\b[^>]*\brel="stylesheet"[^>]*>/g, (tag) => {
      const address = tag.match(/\bhref="([^"]+)"/)[1];
      return `<style>${styleText(files, textOf(files, address).toString())}</style>`;
    })
    .replace(/(<link\b[^>]*\bhref=")(\.?\/assets\/[^"]+)/g, (_, before, address) => {
      return before + dataAddress(files, address);
    });
  const policy =
    `default-src 'none'; script-src 'sha256-${hash}'; style-src 'unsafe-inline'; ` +
    "img-src data: blob:; font-src data:; connect-src 'none'; worker-src blob:; " +
    "base-uri 'none'; form-action 'none'";
  const start = `<meta charset="utf-8" />\n<meta http-equiv="Content-Security-Policy" content="${policy}" />`;
  if (!hash || !/<head>/.test(html) || !/<\/body>\s*<\/html>\s*$/.test(html)) {
    fail('index.html has no script, no <head>, or an end that is not </body></html>');
  }
  // By functions: in a text, $& and the like have a meaning here.
  return html
    .replace(/<head>/, () => `<head>\n${start}`)
    .replace(/<\/body>(?=\s*<\/html>\s*$)/, () => `${recordedMark}\n</body>`);
}

const files = readPage();
files.set('recorded.html', Buffer.from(standAlone(files)));

const packed = [];
const rows = [];
let offset = 0;
for (const [name, bytes] of files) {
  const small = gzipSync(bytes, { level: 9 });
  packed.push(small);
  rows.push(
    `    {"${name}", "${typeOf(name)}", {hence_page_pack + ${offset}, ${small.length}}, ` +
      `${bytes.length}, "${sha256(bytes, 'hex').slice(0, 32)}"},`,
  );
  offset += small.length;
}
writeFileSync(pack, Buffer.concat(packed));
writeFileSync(
  source,
  `// Made by cmake/page.mjs.
#include "server/page/page.h"

#include <array>

// The assembler takes the pack in as it is, which costs no time however large it is.
asm(R"(.pushsection .rodata
.hidden hence_page_pack
.global hence_page_pack
hence_page_pack:
.incbin "${resolve(pack)}"
.popsection)");
extern "C" [[gnu::visibility("hidden")]] const char hence_page_pack[];

namespace hence {
namespace {

const std::array<PageFile, ${rows.length}> files = {{
${rows.join('\n')}
}};

}  // namespace

std::span<const PageFile> page_files() { return files; }

}  // namespace hence
`,
);
