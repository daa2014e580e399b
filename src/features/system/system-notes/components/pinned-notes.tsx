import { Skeleton } from '@mantine/core'
import { IconPin } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useLayoutEffect, useMemo, useRef } from 'react'
import { Link } from 'react-router-dom'
import { useLive } from '@/kit/live/use-live'
import { can } from '@/shared/domain/permission'
import { memoryOfVisit } from '@/shared/lib/memory'
import { amount, readAs } from '@/shared/lib/shape'
import { useCurrentUser } from '@/shared/ui/current-user'
import { systemNotesKey, systemNotesLive, systemNotesQuery } from '../api/system-notes.query'
import classes from './system-notes.module.css'

/** As many as fit above the day of a person; the others are on their page. */
const most = 3

/** In px: what they took the last time, so that the day below does not jump when they come. */
const roomSchema = readAs(amount, (room) => (room <= 1000 ? room : null))

/** The pinned notes, for whoever may see them. Without any, nothing. */
export function PinnedNotes({ href }: { href: string }) {
  const { id, rights } = useCurrentUser()
  const isSeen = can(rights, 'system-notes', 'view')
  useLive(systemNotesKey, systemNotesLive)
  const { data, isLoading } = useQuery({ ...systemNotesQuery, enabled: isSeen })
  const strip = useRef<HTMLElement>(null)
  const room = useMemo(() => memoryOfVisit(id, 'room-of-pinned-notes', roomSchema), [id])
  useLayoutEffect(() => {
    if (data) room.keep(strip.current?.offsetHeight ?? 0)
  }, [data, room])

  const height = isLoading ? (room.read() ?? 0) : 0
  if (height > 0) return <Skeleton className={classes.strip ?? ''} height={height} aria-hidden="true" />
  const pinned = (data ?? []).filter((note) => note.pinned)
  if (pinned.length === 0) return null
  return (
    <section ref={strip} className={classes.strip} aria-label="Pinned notes">
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
