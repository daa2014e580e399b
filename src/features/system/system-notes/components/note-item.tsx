import { ActionIcon, Tooltip } from '@mantine/core'
import { IconPencil, IconPin, IconPinnedOff, IconTrash } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { momentText } from '@/shared/domain/text/formats'
import type { SystemNote } from '../api/system-notes.query'
import classes from './system-notes.module.css'

type NoteItemProps = {
  note: SystemNote
  author: string
  mayEdit: boolean
  mayRemove: boolean
  onEdit: () => void
  onPin: () => void
  onRemove: () => void
}

/** One note: text, author, time, and whether it was edited. */
export function NoteItem({ note, author, mayEdit, mayRemove, onEdit, onPin, onRemove }: NoteItemProps) {
  const isChanged = note.row_version > 1
  return (
    <li className={classes.note} data-pinned={note.pinned || undefined}>
      <div className={classes.head}>
        <div>
          <h2 className={classes.title}>{note.title}</h2>
          <div className={classes.meta}>
            {note.pinned ? 'Pinned · ' : ''}
            {author} · <time dateTime={note.created_at}>{momentText(note.created_at)}</time>
            {isChanged ? (
              <>
                {' · changed '}
                <time dateTime={note.updated_at}>{momentText(note.updated_at)}</time>
              </>
            ) : null}
          </div>
        </div>
        <div className={classes.actions}>
          {mayEdit ? (
            <>
              <Action label={note.pinned ? 'Unpin' : 'Pin'} about={note.title} onClick={onPin}>
                {note.pinned ? <IconPinnedOff size={18} stroke={1.5} /> : <IconPin size={18} stroke={1.5} />}
              </Action>
              <Action label="Edit" about={note.title} onClick={onEdit}>
                <IconPencil size={18} stroke={1.5} />
              </Action>
            </>
          ) : null}
          {mayRemove ? (
            <Action label="Remove" about={note.title} onClick={onRemove}>
              <IconTrash size={18} stroke={1.5} />
            </Action>
          ) : null}
        </div>
      </div>
      {note.body ? <p className={classes.body}>{note.body}</p> : null}
    </li>
  )
}

type ActionProps = { label: string; about: string; onClick: () => void; children: ReactNode }
const Action = ({ label, about, onClick, children }: ActionProps) => (
  <Tooltip label={label}>
    <ActionIcon size="lg" aria-label={`${label}: ${about}`} onClick={onClick}>
      {children}
    </ActionIcon>
  </Tooltip>
)
