/** Puts the licences of the packages in the page at the head of its script: an exported file carries them. */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

import type { Plugin } from 'vite';

/** `/…/node_modules/@xyflow/react/dist/x.js` is of `/…/node_modules/@xyflow/react`. */
const package_folder = /^(.*\/node_modules\/(?:@[^/]+\/)?[^/@]+)\//;

function noticeOf(folder: string): string {
  const about = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as {
    readonly name: string;
    readonly version: string;
    readonly license?: string;
  };
  const file = readdirSync(folder).find((name) => /^licen[cs]e/i.test(name));
  const text = file ? readFileSync(join(folder, file), 'utf8').trim() : '';
  return `${about.name} ${about.version} (${about.license ?? 'see its licence'})\n\n${text}`;
}

export function licenceNotices(): Plugin {
  return {
    name: 'licence-notices',
    enforce: 'post',
    generateBundle(_, bundle) {
      for (const chunk of Object.values(bundle)) {
        if (chunk.type !== 'chunk') continue;
        const folders = Object.keys(chunk.modules)
          .map((id) => package_folder.exec(id.replaceAll('\\', '/').replace(/^\0/, ''))?.[1])
          .filter(
            (each): each is string => each !== undefined && existsSync(join(each, 'package.json')),
          );
        const notices = [...new Set(folders)].sort().map(noticeOf).join('\n\n---\n\n');
        // Nothing in a comment of a script may end the comment or the script.
        const harmless = notices.replaceAll('*/', '* /').replaceAll('</', '< /');
        chunk.code = `/*! @license\n${harmless}\n*/\n${chunk.code}`;
      }
    },
  };
}
