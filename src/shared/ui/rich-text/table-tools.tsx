import { RichTextEditor } from '@mantine/tiptap'
import {
  IconColumnInsertRight,
  IconColumnRemove,
  IconRowInsertBottom,
  IconRowRemove,
  IconTableOff,
} from '@tabler/icons-react'
import { addColumnAfter, addRowAfter, deleteColumn, deleteRow, deleteTable, isInTable } from '@tiptap/pm/tables'
import type { Editor } from '@tiptap/react'

const tools = [
  { label: 'Add row below', Icon: IconRowInsertBottom, does: addRowAfter },
  { label: 'Add column to the right', Icon: IconColumnInsertRight, does: addColumnAfter },
  { label: 'Remove row', Icon: IconRowRemove, does: deleteRow },
  { label: 'Remove column', Icon: IconColumnRemove, does: deleteColumn },
  { label: 'Remove table', Icon: IconTableOff, does: deleteTable },
] as const

/** Rows and columns of the table that the caret is in; nothing elsewhere. */
export function TableTools({ editor, disabled }: { editor: Editor | null; disabled: boolean }) {
  if (!editor || editor.isDestroyed || !isInTable(editor.state)) return null
  return (
    <RichTextEditor.ControlsGroup>
      {tools.map(({ label, Icon, does }) => (
        <RichTextEditor.Control
          key={label}
          aria-label={label}
          title={label}
          disabled={disabled}
          onClick={() => {
            does(editor.state, editor.view.dispatch)
            editor.view.focus()
          }}
        >
          <Icon size={16} stroke={1.5} aria-hidden />
        </RichTextEditor.Control>
      ))}
    </RichTextEditor.ControlsGroup>
  )
}
