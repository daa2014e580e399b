import { Button, Stack } from '@mantine/core'
import { Link } from 'react-router-dom'
import { type ImportStep, useImportSteps } from '@/kit/import/use-import-steps'
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

const leads: Record<ImportStep, string> = {
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
  const { source, isKept, checked, run, step, checksAtOnce, go, take, check, start } = useImportSteps<
    Source,
    Checked,
    Run
  >(keptSource(useCurrentUser().id))
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
          checksAtOnce={checksAtOnce}
          onChange={take}
          onBack={() => go('choose')}
          onChecked={(header, rows) => check({ header, rows })}
        />
      ) : null}
      {step === 'preview' && source && checked ? (
        <ImportPreview
          {...checked}
          leftOut={checked.header.filter((_, column) => (source.columns[column] ?? null) === null)}
          onBack={() => go('columns')}
          onImport={(planned) => start({ ...checked, name: { id: newId(), fileName: source.name }, planned })}
        />
      ) : null}
      {step === 'run' && run ? <ImportRun {...run} onAgain={() => go('choose', true)} /> : null}
    </PageFrame>
  )
}
