import { expect, test } from 'vitest'
import { escapeHtml } from './escape-html'

test('no text closes an element or an attribute', () => {
  expect(escapeHtml(`5" & 3' <b>`)).toBe('5&quot; &amp; 3&#39; &lt;b&gt;')
})
