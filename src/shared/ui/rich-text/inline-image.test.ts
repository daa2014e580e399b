// @vitest-environment happy-dom
import { Editor } from '@tiptap/core'
import StarterKit from '@tiptap/starter-kit'
import { afterEach, expect, test } from 'vitest'
import { InlineImage } from './inline-image'

let editor: Editor | null = null
afterEach(() => editor?.destroy())

const kept = (src: string): boolean => {
  editor = new Editor({ extensions: [StarterKit, InlineImage], content: `<p>a<img src="${src}">b</p>` })
  return editor.getHTML().includes('<img')
}

test.each(['jpg', 'jpeg', 'gif', 'png'])('images in the editor allowed: %s, as data URI', (type) => {
  expect(kept(`data:image/${type};base64,AAAA`)).toBe(true)
})

test.each([
  'data:image/svg+xml;base64,AAAA',
  'data:text/html;base64,AAAA',
  'https://example.com/a.png',
  'javascript:alert(1)',
  '//example.com/a.png',
])('not %s', (src) => {
  expect(kept(src)).toBe(false)
})
