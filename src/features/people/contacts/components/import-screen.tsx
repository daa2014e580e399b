import { Button, Stack } from '@mantine/core'
import { useState } from 'react'
import { Link } from 'react-router-dom'
import { can } from '@/shared/domain/permission'
import { useRights } from '@/shared/ui/current-user'
import { newId } from '@/shared/lib/new-id'
import { NotYours } from '@/shared/ui/not-yours'
import { PageFrame } from '@/shared/ui/page-frame'
import type { ImportName } from '../api/import.query'
import type { JudgedRow, PlannedRow } from '../import/import-plan'
import type { Source } from '../import/source-file'
import { ImportChoose } from './import-choose'
import { ImportColumns } from './import-columns'
import { ImportHistory } from './import-history'
import { ImportPreview } from './import-preview'
import { ImportRun } from './import-run'
import { linkTo } from '@/shared/lib/address'

type Stage =
  | { at: 'choose' }
  | { at: 'columns'; source: Source }
  | { at: 'preview'; source: Source; header: string[]; rows: JudgedRow[] }
  | { at: 'run'; name: ImportName; header: string[]; rows: JudgedRow[]; planned: PlannedRow[] }

const leads: Record<Stage['at'], string> = {
  choose: 'Step 1 of 4: the file',
  columns: 'Step 2 of 4: what its columns hold',
  preview: 'Step 3 of 4: look at the rows',
  run: 'Step 4 of 4: the import',
}

/** /contacts?view=import: contacts from a CSV file. Nothing is written before the last step. */
export function ImportScreen() {
  const mayCreate = can(useRights(), 'contacts', 'create')
  const [stage, setStage] = useState<Stage>({ at: 'choose' })
  if (!mayCreate) return <NotYours title="Import Contacts">Your account may not add contacts.</NotYours>
  return (
    <PageFrame
      title="Import Contacts"
      lead={leads[stage.at]}
      actions={
        <Button variant="default" component={Link} to={linkTo('/contacts')}>
          All contacts
        </Button>
      }
    >
      {stage.at === 'choose' ? (
        <Stack gap="xl">
          <ImportChoose onChosen={(source) => setStage({ at: 'columns', source })} />
          <ImportHistory />
        </Stack>
      ) : null}
      {stage.at === 'columns' ? (
        <ImportColumns
          source={stage.source}
          onChange={(source) => setStage({ at: 'columns', source })}
          onBack={() => setStage({ at: 'choose' })}
          onChecked={(header, rows) => setStage({ at: 'preview', source: stage.source, header, rows })}
        />
      ) : null}
      {stage.at === 'preview' ? (
        <ImportPreview
          header={stage.header}
          leftOut={stage.header.filter((_, column) => (stage.source.columns[column] ?? null) === null)}
          rows={stage.rows}
          onBack={() => setStage({ at: 'columns', source: stage.source })}
          onImport={(planned) => {
            const name = { id: newId(), fileName: stage.source.name }
            setStage({ at: 'run', name, header: stage.header, rows: stage.rows, planned })
          }}
        />
      ) : null}
      {stage.at === 'run' ? (
        <ImportRun
          name={stage.name}
          header={stage.header}
          rows={stage.rows}
          planned={stage.planned}
          onAgain={() => setStage({ at: 'choose' })}
        />
      ) : null}
    </PageFrame>
  )
}
