import { Button, Stack } from '@mantine/core'
import { type ImportStep, useImportSteps } from '@/kit/import/use-import-steps'
import { useCurrentUser } from '@/shared/hooks/current-user'
import { newId } from '@/shared/lib/new-id'
import { PageFrame } from '@/shared/ui/page/page-frame'
import type { BookImportName } from '../api/books.query'
import type { BookRow } from '../import/book-rows'
import { type BookSource, keepMapping, keptBookSource } from '../import/book-source'
import { bookKinds, isBookKind } from '../import/fields'
import { BooksChoose } from './books-choose'
import { BooksColumns } from './books-columns'
import { BooksHistory } from './books-history'
import { BooksPreview } from './books-preview'
import { BooksRun } from './books-run'

type Checked = { header: string[]; rows: BookRow[] }
type Run = Checked & { name: BookImportName }
const leads: Record<ImportStep, string> = {
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
  const { id: me } = useCurrentUser()
  const steps = useImportSteps<BookSource, Checked, Run>(keptBookSource(me))
  const { source, isKept, checked, run, step, checksAtOnce, go, take } = steps
  const kind = steps.search.get('kind')
  const start = ({ kind: of, name: fileName, day }: BookSource, rows: Checked) =>
    steps.start({ ...rows, name: { id: newId(), kind: of, fileName, day: bookKinds[of].hasDay ? day : null } })
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
            onKind={(next) => go('choose', true, { kind: next })}
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
          checksAtOnce={checksAtOnce}
          onChange={take}
          onBack={() => go('choose')}
          onChecked={(header, rows) => {
            keepMapping(me, source)
            steps.check({ header, rows })
          }}
        />
      ) : null}
      {step === 'preview' && source && checked ? (
        <BooksPreview
          {...checked}
          source={source}
          onBack={() => go('columns')}
          onImport={() => start(source, checked)}
        />
      ) : null}
      {step === 'run' && run ? <BooksRun {...run} onAgain={() => go('choose', true)} /> : null}
    </PageFrame>
  )
}
