import { expect, test } from 'vitest';

import { rangesOf } from './useFoundMarks';

test('every place of the text is marked, in any case', () => {
  document.body.innerHTML = '<p>rm -rf build; <b>RM -RF BUILD</b> rm -rf</p>';
  const found = rangesOf(document.body, 'rm -rf build').map((range) => range.toString());
  expect(found).toEqual(['rm -rf build', 'RM -RF BUILD']);
  document.body.innerHTML = '';
});
