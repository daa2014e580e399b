import { IconPin } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router-dom'
import { can } from '@/shared/domain/permission'
import { useRights } from '@/shared/ui/current-user'
import { systemNotesQuery } from '../api/system-notes.query'
import { useLiveNotes } from '../use-live-notes'
import classes from './system-notes.module.css'

/** As many as fit above the day of a person; the others are on their page. */
const most = 3

/** The pinned notes, for whoever may see them. Without any, nothing. */
export function PinnedNotes({ href }: { href: string }) {
  const isSeen = can(useRights(), 'system-notes', 'view')
  useLiveNotes(isSeen)
  const { data = [] } = useQuery({ ...systemNotesQuery, enabled: isSeen })
  const pinned = data.filter((note) => note.pinned)
  if (pinned.length === 0) return null
  return (
    <section className={classes.strip} aria-label="Pinned notes">
      {pinned.slice(0, most).map((note) => (
        <Link key={note.id} className={classes.pinned} to={href}>
          <IconPin size={18} stroke={1.5} aria-hidden />
          <span>
            <span className={classes.pinnedTitle}>{note.title}</span>
            {note.body ? <span className={classes.pinnedBody}>{note.body}</span> : null}
          </span>
        </Link>
      ))}
      {pinned.length > most ? <Link to={href}>{`${pinned.length - most} more pinned`}</Link> : null}
    </section>
  )
}
