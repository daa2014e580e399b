import { IconPin } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router-dom'
import { useLive } from '@/kit/live/use-live'
import { can } from '@/shared/domain/people/permission'
import { useRights } from '@/shared/hooks/current-user'
import { type SystemNote, systemNotesKey, systemNotesLive, systemNotesQuery } from '../api/system-notes.query'
import classes from './system-notes.module.css'

/** The most pinned notes above the dashboard; the others are on their page. */
const most = 3

/** The pinned notes, for people who may see them; empty for others. */
export function usePinnedNotes(): { notes: readonly SystemNote[]; isLoading: boolean } {
  const isSeen = can(useRights(), 'system-notes', 'view')
  useLive(systemNotesKey, systemNotesLive)
  const { data, isLoading } = useQuery({ ...systemNotesQuery, enabled: isSeen })
  return { notes: (data ?? []).filter((note) => note.pinned), isLoading }
}

/** The pinned notes in a strip. Without any, nothing. */
export function PinnedNotes({ notes, href }: { notes: readonly SystemNote[]; href: string }) {
  if (notes.length === 0) return null
  return (
    <section className={classes.strip} aria-label="Pinned notes">
      {notes.slice(0, most).map((note) => (
        <Link key={note.id} className={classes.pinned} to={href}>
          <IconPin size={18} stroke={1.5} aria-hidden />
          <span>
            <span className={classes.pinnedTitle}>{note.title}</span>
            {note.body ? <span className={classes.pinnedBody}>{note.body}</span> : null}
          </span>
        </Link>
      ))}
      {notes.length > most ? <Link to={href}>{`${notes.length - most} more pinned`}</Link> : null}
    </section>
  )
}
