// @vitest-environment happy-dom
import { Editor } from '@tiptap/core'
import StarterKit from '@tiptap/starter-kit'
import { afterEach, expect, test, vi } from 'vitest'
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

test('spec 2 §5: a file that is no such picture is not taken in, and that is said', () => {
  // The editor takes the words of a paste a moment later.
  vi.useFakeTimers()
  const said: string[] = []
  editor = new Editor({
    extensions: [StarterKit, InlineImage.configure({ onRefused: (reason) => said.push(reason) })],
    content: '<p>a</p>',
  })
  const paste = (type: string, types: string[]) => {
    const event = new Event('paste', { bubbles: true, cancelable: true })
    const files = [new File(['x'], `sign.${type.split('/')[1]}`, { type })]
    Object.assign(event, { clipboardData: { files, types, getData: () => '' } })
    editor?.view.dom.dispatchEvent(event)
  }
  paste('image/webp', ['Files'])
  paste('application/pdf', ['Files'])
  paste('image/webp', ['text/html', 'Files'])
  vi.runAllTimers()
  vi.useRealTimers()
  expect(said).toEqual([
    'sign.webp is no jpg, gif or png. Attach it as a file.',
    'sign.pdf is no jpg, gif or png. Attach it as a file.',
  ])
  expect(editor.getText()).toBe('a')
})
