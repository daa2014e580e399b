// @vitest-environment happy-dom
import { Editor, type Extensions } from '@tiptap/core'
import StarterKit from '@tiptap/starter-kit'
import { afterEach, expect, test } from 'vitest'
import { InlineImage } from './inline-image'
import { tableNodes } from './table-nodes'

let editor: Editor | null = null
afterEach(() => editor?.destroy())

const editorOf = (content: string, more: Extensions = []) =>
  (editor = new Editor({ extensions: [StarterKit, ...tableNodes, ...more], content }))
const cells = (made: Editor) =>
  [...made.view.dom.querySelectorAll('tr')].map((row) => [...row.children].map(({ textContent }) => textContent))
/** What a spreadsheet lays into the clipboard. */
const sheet = `<table width="200" style="width:5cm"><col width="80"><tbody>
  <tr><th onclick="alert(1)">Panel</th><th>Size</th></tr>
  <tr><td style="color:red"><b>Fascia</b></td><td></td></tr></tbody></table>`

test('a pasted table stays a table, with its headings and empty cells, and without its widths, colours and scripts', () => {
  const made = editorOf('<p></p>')
  made.view.pasteHTML(sheet)
  expect(cells(made)).toEqual([
    ['Panel', 'Size'],
    ['Fascia', ''],
  ])
  const html = made.getHTML()
  expect(html).toContain('<tr><td><p><strong>Fascia</strong></p></td><td><p></p></td></tr>')
  expect(html).not.toMatch(/style|width|onclick|red/)
  expect(editorOf(html).getHTML()).toBe(html)
})

test('Tab goes to the next cell, and after the last one adds a row', () => {
  const made = editorOf('<table><tr><td>a</td><td>b</td></tr></table>')
  const tab = () =>
    made.view.dom.dispatchEvent(new KeyboardEvent('keydown', { key: 'Tab', bubbles: true, cancelable: true }))
  made.commands.setTextSelection(4)
  tab()
  made.commands.insertContent('2')
  tab()
  made.commands.insertContent('c')
  expect(cells(made)).toEqual([
    ['a', '2'],
    ['c', ''],
  ])
})

test('a cell over a million columns is one over fifty', () => {
  const html = editorOf(
    '<table><tr><td colspan="1000000">a</td></tr><tr><td rowspan="-4">b</td></tr></table>',
  ).getHTML()
  expect(html).toContain('<td colspan="50"><p>a</p></td>')
  expect(html).not.toContain('rowspan')
})

test('the picture that a spreadsheet lays beside its cells is not pasted, and no other file is given away for it', () => {
  const given: File[] = []
  const made = editorOf('<p></p>', [InlineImage.configure({ onFile: (file) => given.push(file) })])
  const paste = (html: string) => {
    const event = new Event('paste', { bubbles: true, cancelable: true })
    const files = [new File([new Uint8Array(600 * 1024)], 'image.png', { type: 'image/png' })]
    const types = html === '' ? ['Files'] : ['text/html', 'Files']
    Object.assign(event, {
      clipboardData: { files, types, getData: (type: string) => (type === 'text/html' ? html : '') },
    })
    made.view.dom.dispatchEvent(event)
  }
  paste(sheet)
  expect([cells(made)[0], given]).toEqual([['Panel', 'Size'], []])
  // A picture that is too large for the text becomes a file.
  paste('')
  expect(given.map(({ name }) => name)).toEqual(['image.png'])
  expect(made.getHTML()).not.toContain('<img')
})
