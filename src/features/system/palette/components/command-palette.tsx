import { Loader, Modal, VisuallyHidden } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { IconSearch } from '@tabler/icons-react'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { type KeyboardEvent, useEffect, useEffectEvent, useId, useRef, useState } from 'react'
import { useNavigate } from 'react-router-dom'
import { useCurrentUser } from '@/shared/hooks/current-user'
import { takeTypedAhead } from '@/shared/hooks/typed-ahead'
import { findRecordsQuery, type FoundRecord, searchFrom } from '../api/find-records.query'
import { arrange } from '../arrange'
import type { PaletteItem } from '../palette-item'
import { type Recent, readRecent, rememberRecent } from '../recent'
import classes from './command-palette.module.css'
import { PaletteList } from './palette-list'

type CommandPaletteProps = {
  opened: boolean
  onClose: () => void
  /** The headings in their order. */
  groups: readonly string[]
  /** Screens and actions that this person may use. */
  items: readonly PaletteItem[]
  itemOfRecord: (record: FoundRecord) => PaletteItem | null
  /** A recent choice as it can be offered now; null when it cannot. */
  itemOfRecent: (recent: Recent) => PaletteItem | null
}

/** The pause in typing, in ms, before the server is asked. */
const pause = 160

/** Everything by name: screens, actions, contacts, tasks and quotations. */
export function CommandPalette({ opened, onClose, ...palette }: CommandPaletteProps) {
  const chosen = useRef<string | null>(null)
  // Runs after the palette has closed, because the action may open its own dialog.
  const begin = useEffectEvent((id: string) => palette.items.find((item) => item.id === id)?.run?.())
  useEffect(() => {
    const id = chosen.current
    if (opened || id === null) return
    chosen.current = null
    begin(id)
  }, [opened])
  return (
    <Modal.Root opened={opened} onClose={onClose} size={640} yOffset="10dvh" centered={false}>
      <Modal.Overlay backgroundOpacity={0.35} />
      <Modal.Content aria-label="Search and commands" radius="md" classNames={{ content: classes.content ?? '' }}>
        <Inside
          onClose={onClose}
          onRun={(id) => {
            chosen.current = id
            onClose()
          }}
          {...palette}
        />
      </Modal.Content>
    </Modal.Root>
  )
}

type InsideProps = Omit<CommandPaletteProps, 'opened'> & { onRun: (id: string) => void }

function Inside({ onClose, onRun, groups, items, itemOfRecord, itemOfRecent }: InsideProps) {
  const { id: userId } = useCurrentUser()
  const navigate = useNavigate()
  const listId = useId()
  const [typed, setTyped] = useState('')
  const [chosenId, choose] = useState<string | null>(null)
  const [recent] = useState(() => readRecent(userId))
  const [settled] = useDebouncedValue(typed, pause)
  const isSearching = settled.trim().length >= searchFrom && typed.trim().length >= searchFrom
  const found = useQuery({ ...findRecordsQuery(settled), placeholderData: keepPreviousData })

  const sections = arrange({
    groups,
    typed,
    items,
    records: isSearching ? (found.data ?? []).flatMap((record) => itemOfRecord(record) ?? []) : [],
    recent: recent.flatMap((one) => itemOfRecent(one) ?? []),
  })
  const flat = sections.flatMap((section) => section.items)
  const at = Math.max(
    0,
    flat.findIndex(({ id }) => id === chosenId),
  )
  const active = flat[at] ?? null
  const isWaiting = typed.trim().length >= searchFrom && (typed !== settled || found.isFetching)

  const open = (item: PaletteItem, isBeside: boolean) => {
    const { id, group, label, detail, href } = item
    rememberRecent(userId, { id, group, label, detail, href })
    if (item.run) onRun(id)
    else if (isBeside) {
      onClose()
      window.open(item.href, '_blank', 'noopener')
    }
    // Replaces the palette's history entry, so that Back leads to the screen where it was opened.
    else void navigate(item.href, { replace: true })
  }
  const move = (to: number) => choose(flat.at(to % Math.max(1, flat.length))?.id ?? null)
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing) return
    const moves: Record<string, () => void> = {
      ArrowDown: () => move(at + 1),
      ArrowUp: () => move(at - 1),
      PageDown: () => move(Math.min(flat.length - 1, at + 8)),
      PageUp: () => move(Math.max(0, at - 8)),
      Enter: () => {
        if (active) open(active, event.ctrlKey || event.metaKey)
      },
    }
    const moved = moves[event.key]
    if (!moved) return
    event.preventDefault()
    moved()
  }

  const scroller = useRef<HTMLDivElement>(null)
  const activeDom = active ? optionId(listId, at) : undefined
  useEffect(() => {
    const option = activeDom ? document.getElementById(activeDom) : null
    if (at === 0) scroller.current?.scrollTo({ top: 0 })
    else option?.scrollIntoView({ block: 'nearest' })
  }, [activeDom, at])

  return (
    <>
      <div className={classes.search}>
        <IconSearch size={20} stroke={1.5} aria-hidden />
        <input
          className={classes.input}
          data-autofocus
          type="text"
          role="combobox"
          aria-label="Search and commands"
          aria-expanded={flat.length > 0}
          aria-controls={listId}
          aria-autocomplete="list"
          aria-activedescendant={activeDom}
          autoComplete="off"
          autoCapitalize="off"
          spellCheck={false}
          maxLength={200}
          placeholder="Go to a screen, find a contact, a task, a quotation, or do something"
          value={typed}
          onFocus={() => {
            const ahead = takeTypedAhead()
            setTyped((current) => current + ahead)
          }}
          onChange={(event) => {
            setTyped(event.currentTarget.value)
            choose(null)
          }}
          onKeyDown={onKeyDown}
        />
        {isWaiting ? <Loader size="xs" aria-label="Searching" /> : null}
      </div>
      <div className={classes.scroller} ref={scroller}>
        <PaletteList
          id={listId}
          sections={sections}
          activeId={active?.id ?? null}
          optionId={(place) => optionId(listId, place)}
          onPoint={choose}
          onOpen={open}
        />
        {found.isError && isSearching ? (
          <div className={classes.note} role="alert">
            Contacts, tasks and quotations could not be searched.{' '}
            <button type="button" className={classes.retry} onClick={() => void found.refetch()}>
              Try again
            </button>
          </div>
        ) : flat.length === 0 && !isWaiting ? (
          <div
            className={classes.note}
          >{`Nothing is called “${typed.trim()}”. Try fewer letters, or another word.`}</div>
        ) : null}
      </div>
      <footer className={classes.footer} aria-hidden="true">
        <span>
          <kbd>↑</kbd> <kbd>↓</kbd> choose
        </span>
        <span>
          <kbd>Enter</kbd> open
        </span>
        <span>
          <kbd>Esc</kbd> close
        </span>
      </footer>
      <VisuallyHidden role="status">
        {typed.trim() === '' || isWaiting ? '' : `${flat.length} ${flat.length === 1 ? 'result' : 'results'}`}
      </VisuallyHidden>
    </>
  )
}

const optionId = (listId: string, place: number): string => `${listId}-${place}`
