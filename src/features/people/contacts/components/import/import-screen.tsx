import { Button, Stack } from '@mantine/core'
import { useState } from 'react'
import { Link, useSearchParams } from 'react-router-dom'
import { can } from '@/shared/domain/people/permission'
import { useCurrentUser, useRights } from '@/shared/hooks/current-user'
import { newId } from '@/shared/lib/new-id'
import { NoRight } from '@/shared/ui/page/no-access'
import { PageFrame } from '@/shared/ui/page/page-frame'
import type { ImportName } from '@/features/people/contacts/api/import.query'
import type { JudgedRow, PlannedRow } from '@/features/people/contacts/import/import-plan'
import { keptSource } from '@/features/people/contacts/import/kept-source'
import type { Source } from '@/features/people/contacts/import/source-file'
import { ImportChoose } from './import-choose'
import { ImportColumns } from './import-columns'
import { ImportHistory } from './import-history'
import { ImportPreview } from './import-preview'
import { ImportRun } from './import-run'
import { KeptRefused } from './kept-refused'
import { linkTo } from '@/shared/lib/address'

type Checked = { header: string[]; rows: JudgedRow[] }
type Run = Checked & { name: ImportName; planned: PlannedRow[] }

const steps = ['choose', 'columns', 'preview', 'run'] as const
type Step = (typeof steps)[number]

const leads: Record<Step, string> = {
  choose: 'Step 1 of 4: the file',
  columns: 'Step 2 of 4: what its columns hold',
  preview: 'Step 3 of 4: look at the rows',
  run: 'Step 4 of 4: the import',
}

/**
 * /contacts?view=import: contacts from a CSV file. Nothing is written before the last step. The address names the step,
 * and the tab keeps the file and its column settings, so Back leads a step back and a reload loses nothing.
 */
export function ImportScreen() {
  const mayCreate = can(useRights(), 'contacts', 'create')
  if (!mayCreate) return <NoRight title="Import Contacts">Your account may not add contacts.</NoRight>
  return <Import />
}

function Import() {
  const kept = keptSource(useCurrentUser().id)
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

  const go = (next: Step, replace = false) =>
    setSearch(
      (now) => {
        const then = new URLSearchParams(now)
        if (next === 'choose') then.delete('step')
        else then.set('step', next)
        return then
      },
      { replace },
    )
  const take = (next: Source) => {
    setKept(kept.keep(next))
    setSource(next)
    setChecked(null)
  }

  return (
    <PageFrame
      title="Import Contacts"
      lead={leads[step]}
      actions={
        <Button variant="default" component={Link} to={linkTo('/contacts')}>
          All contacts
        </Button>
      }
    >
      {step === 'choose' ? (
        <Stack gap="xl">
          <KeptRefused />
          <ImportChoose
            onChosen={(next) => {
              take(next)
              go('columns')
            }}
          />
          <ImportHistory />
        </Stack>
      ) : null}
      {step === 'columns' && source ? (
        <ImportColumns
          source={source}
          isKept={isKept}
          checksAtOnce={asked === 'preview'}
          onChange={take}
          onBack={() => go('choose')}
          onChecked={(header, rows) => {
            setChecked({ header, rows })
            go('preview', asked === 'preview')
          }}
        />
      ) : null}
      {step === 'preview' && source && checked ? (
        <ImportPreview
          {...checked}
          leftOut={checked.header.filter((_, column) => (source.columns[column] ?? null) === null)}
          onBack={() => go('columns')}
          onImport={(planned) => {
            setRun({ ...checked, name: { id: newId(), fileName: source.name }, planned })
            kept.forget()
            go('run', true)
          }}
        />
      ) : null}
      {step === 'run' && run ? <ImportRun {...run} onAgain={() => go('choose', true)} /> : null}
    </PageFrame>
  )
}

/** The step of the address, or the last one before it with all its data. */
function reachable(asked: Step, has: { source: Source | null; checked: Checked | null; run: Run | null }): Step {
  if (asked === 'run' && has.run) return 'run'
  if (asked === 'choose' || !has.source) return 'choose'
  return asked === 'preview' && has.checked ? 'preview' : 'columns'
}
