import { Button, Stack } from '@mantine/core'
import { useState } from 'react'
import { useSearchParams } from 'react-router-dom'
import { useCurrentUser } from '@/shared/hooks/current-user'
import { newId } from '@/shared/lib/new-id'
import { PageFrame } from '@/shared/ui/page/page-frame'
import type { BookImportName } from '../api/books.query'
import type { BookRow } from '../import/book-rows'
import { type BookSource, keepMapping, keptBookSource } from '../import/book-source'
import { bookKinds, type BookKindName, isBookKind } from '../import/fields'
import { BooksChoose } from './books-choose'
import { BooksColumns } from './books-columns'
import { BooksHistory } from './books-history'
import { BooksPreview } from './books-preview'
import { BooksRun } from './books-run'

type Checked = { header: string[]; rows: BookRow[] }
type Run = Checked & { name: BookImportName }
const steps = ['choose', 'columns', 'preview', 'run'] as const
type Step = (typeof steps)[number]
const leads: Record<Step, string> = {
  choose: 'Step 1 of 4: what to bring along, and its file',
  columns: 'Step 2 of 4: what its columns hold',
  preview: 'Step 3 of 4: look at the rows',
  run: 'Step 4 of 4: the import and its control sums',
}

/**
 * /settings/books: price list, materials and suppliers from the files of other programs. Nothing is written before the last
 * step. The address names kind and step, and the tab keeps the file, so Back leads a step back and a reload loses nothing.
 */
export function BooksScreen() {
  const { source, isKept, checked, run, asked, step, kind, go, take, check, start } = useSteps()
  return (
    <PageFrame
      title="Bring Your Books"
      lead={leads[step]}
      actions={
        step === 'choose' ? undefined : (
          <Button variant="default" onClick={() => go('choose')}>
            All kinds
          </Button>
        )
      }
    >
      {step === 'choose' ? (
        <Stack gap="xl">
          <BooksChoose
            kind={isBookKind(kind) ? kind : null}
            onKind={(next) => go('choose', true, next)}
            onChosen={(next) => {
              take(next)
              go('columns')
            }}
          />
          <BooksHistory />
        </Stack>
      ) : null}
      {step === 'columns' && source ? (
        <BooksColumns
          source={source}
          isKept={isKept}
          checksAtOnce={asked === 'preview'}
          onChange={take}
          onBack={() => go('choose')}
          onChecked={(header, rows) => {
            check(source, { header, rows })
            go('preview', asked === 'preview')
          }}
        />
      ) : null}
      {step === 'preview' && source && checked ? (
        <BooksPreview
          {...checked}
          source={source}
          onBack={() => go('columns')}
          onImport={() => {
            start(source, checked)
            go('run', true)
          }}
        />
      ) : null}
      {step === 'run' && run ? <BooksRun {...run} onAgain={() => go('choose', true)} /> : null}
    </PageFrame>
  )
}

/** The file, its rows and the import under way, and the step of the address. */
function useSteps() {
  const { id: me } = useCurrentUser()
  const kept = keptBookSource(me)
  const [search, setSearch] = useSearchParams()
  const [source, setSource] = useState(() => kept.read())
  const [isKept, setKept] = useState(true)
  const [checked, setChecked] = useState<Checked | null>(null)
  const [run, setRun] = useState<Run | null>(null)
  const asked = steps.find((step) => step === search.get('step')) ?? 'choose'
  const step = reachable(asked, { source, checked, run })
  // After Back from a run, Forward does not start it again: its step replaced the preview.
  if (run && asked !== 'run' && asked !== 'preview') {
    setRun(null)
    setSource(null)
    setChecked(null)
  }
  const go = (next: Step, replace = false, kind?: BookKindName) =>
    setSearch(
      (now) => {
        const then = new URLSearchParams(now)
        if (next === 'choose') then.delete('step')
        else then.set('step', next)
        if (kind) then.set('kind', kind)
        return then
      },
      { replace },
    )
  const take = (next: BookSource) => {
    setKept(kept.keep(next))
    setSource(next)
    setChecked(null)
  }
  const check = (of: BookSource, next: Checked) => {
    keepMapping(me, of)
    setChecked(next)
  }
  const start = ({ kind: of, name: fileName, day }: BookSource, rows: Checked) => {
    setRun({ ...rows, name: { id: newId(), kind: of, fileName, day: bookKinds[of].hasDay ? day : null } })
    kept.forget()
  }
  return { source, isKept, checked, run, asked, step, kind: search.get('kind'), go, take, check, start }
}

/** The step of the address, or the last one before it with all its data. */
function reachable(asked: Step, has: { source: BookSource | null; checked: Checked | null; run: Run | null }): Step {
  if (asked === 'run' && has.run) return 'run'
  if (asked === 'choose' || !has.source) return 'choose'
  return asked === 'preview' && has.checked ? 'preview' : 'columns'
}
