import { type Editor, type Extensions, Node } from '@tiptap/core'
import { addRowAfter, goToNextCell, isInTable, tableEditing } from '@tiptap/pm/tables'

/** What prosemirror-tables knows each node by. */
const roles: Readonly<Record<string, string>> = {
  table: 'table',
  tableRow: 'row',
  tableCell: 'cell',
  tableHeader: 'header_cell',
}

/** A cell over more columns or rows than this is a mistake, or an attack on the memory of who reads it. */
const widestCell = 50

const spanIn = (element: HTMLElement, name: string): number => {
  const said = Number.parseInt(element.getAttribute(name) ?? '', 10)
  return said >= 1 ? Math.min(said, widestCell) : 1
}

const span = (name: 'colspan' | 'rowspan') => ({
  default: 1,
  parseHTML: (element: HTMLElement) => spanIn(element, name),
  renderHTML: (attributes: Record<string, unknown>) => (attributes[name] === 1 ? {} : { [name]: attributes[name] }),
})

const cellOf = (name: string, tag: 'td' | 'th') =>
  Node.create({
    name,
    content: 'block+',
    isolating: true,
    addAttributes: () => ({
      colspan: span('colspan'),
      rowspan: span('rowspan'),
      // prosemirror-tables reads it; columns are as wide as their words.
      colwidth: { default: null, rendered: false, parseHTML: () => null },
    }),
    parseHTML: () => [{ tag }],
    renderHTML: ({ HTMLAttributes }) => [tag, HTMLAttributes, 0],
  })

const Table = Node.create({
  name: 'table',
  group: 'block',
  content: 'tableRow+',
  isolating: true,
  parseHTML: () => [{ tag: 'table' }],
  renderHTML: () => ['table', ['tbody', 0]],
  extendNodeSchema: ({ name }: { name: string }) => {
    const tableRole = roles[name]
    return tableRole === undefined ? {} : { tableRole }
  },
  addKeyboardShortcuts: () => ({
    Tab: ({ editor }) => toNextCell(editor),
    'Shift-Tab': ({ editor: { view } }) => goToNextCell(-1)(view.state, view.dispatch),
  }),
  addProseMirrorPlugins: () => [tableEditing()],
})

/** The next cell; after the last one a new row. */
function toNextCell({ view }: Editor): boolean {
  if (!isInTable(view.state)) return false
  if (goToNextCell(1)(view.state, view.dispatch)) return true
  addRowAfter(view.state, view.dispatch)
  return goToNextCell(1)(view.state, view.dispatch)
}

const TableRow = Node.create({
  name: 'tableRow',
  content: '(tableCell | tableHeader)*',
  parseHTML: () => [{ tag: 'tr' }],
  renderHTML: () => ['tr', 0],
})

/**
 * Tables in a text: pasted from a spreadsheet, a mail or a page they stay tables. Widths, colours and scripts of their
 * cells are not taken in.
 */
export const tableNodes: Extensions = [Table, TableRow, cellOf('tableCell', 'td'), cellOf('tableHeader', 'th')]
