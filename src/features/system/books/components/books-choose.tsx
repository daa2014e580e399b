import { Anchor, Radio, Stack, Text, Textarea, Title } from '@mantine/core'
import { IconFileSpreadsheet } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Link } from 'react-router-dom'
import { FileDrop } from '@/kit/files/file-drop'
import { ActionButton } from '@/kit/form/action-button'
import { type FileText, textOfFile } from '@/kit/import/table-source'
import { useActMutation } from '@/kit/save/use-act-mutation'
import { withTax } from '@/shared/domain/text/formats'
import { useCurrentUser } from '@/shared/hooks/current-user'
import { saveProblem } from '@/shared/hooks/save-problem'
import { linkTo } from '@/shared/lib/address'
import { LineSkeletons } from '@/shared/ui/page/line-skeletons'
import { Problem } from '@/shared/ui/page/problem'
import page from '@/shared/ui/page/record-page.module.css'
import { bookKindsQuery } from '../api/books.query'
import { type BookSource, sourceOf } from '../import/book-source'
import { bookKinds, type BookKindName } from '../import/fields'
import classes from './books.module.css'

type BooksChooseProps = {
  kind: BookKindName | null
  onKind: (kind: BookKindName) => void
  onChosen: (source: BookSource) => void
}

/** Asks what to bring along, and takes its file by button or drop, or pasted rows. */
export function BooksChoose({ kind, onKind, onChosen }: BooksChooseProps) {
  const kinds = useQuery(bookKindsQuery)
  if (kinds.isError)
    return <Problem onRetry={() => void kinds.refetch()}>What you may import could not be read</Problem>
  if (kinds.isPending) return <LineSkeletons count={3} height={64} />
  if (kinds.data.length === 0) return <Text c="dimmed">Your account may not import any of the former books.</Text>
  const offered = (Object.keys(bookKinds) as BookKindName[]).filter((each) => kinds.data.includes(each))
  return (
    <Stack maw={760}>
      <Text>
        Clients and their contact persons come first:{' '}
        <Anchor component={Link} to={`${linkTo('/contacts')}?view=import`}>
          import the contacts
        </Anchor>
        . Then the lists below, from top to bottom.
      </Text>
      <Radio.Group aria-label="What to bring along" value={kind} onChange={(value) => onKind(value as BookKindName)}>
        <Stack gap="xs">
          {offered.map((each) => (
            <Radio.Card key={each} value={each} className={classes.kind}>
              <Radio.Indicator />
              <div>
                <Text fw={600}>{bookKinds[each].title}</Text>
                <Text size="sm" c="dimmed">
                  {withTax(bookKinds[each].about)}
                </Text>
              </div>
            </Radio.Card>
          ))}
        </Stack>
      </Radio.Group>
      {kind && offered.includes(kind) ? <BooksFile key={kind} kind={kind} onChosen={onChosen} /> : null}
    </Stack>
  )
}

function BooksFile({ kind, onChosen }: { kind: BookKindName; onChosen: (source: BookSource) => void }) {
  const { id: me } = useCurrentUser()
  const [pasted, setPasted] = useState('')
  const take = (file: FileText) => onChosen(sourceOf(me, kind, file))
  const reading = useActMutation({ mutationFn: textOfFile, onSuccess: take })
  return (
    <>
      <FileDrop
        accept=".csv,.tsv,.txt,.xlsx,text/csv,text/plain"
        button="Choose a file"
        isBusy={reading.isPending}
        onFile={reading.mutate}
      >
        <IconFileSpreadsheet size={40} stroke={1.25} aria-hidden />
        <Title order={2} ta="center">
          {bookKinds[kind].title}: a CSV file or a spreadsheet
        </Title>
        <Text c="dimmed" ta="center" maw={440}>
          From another program or a spreadsheet (.xlsx): commas, semicolons or tabs, any alphabet. Drop it here or
          choose it.
        </Text>
      </FileDrop>
      {reading.isError ? <Problem>{saveProblem(reading.error)}</Problem> : null}
      <section className={page.panel}>
        <Textarea
          label="Or paste rows"
          description="Copied from a spreadsheet, with the row that names the columns."
          rows={4}
          value={pasted}
          onChange={(event) => setPasted(event.currentTarget.value)}
        />
        <ActionButton
          mt="sm"
          variant="default"
          why={pasted.trim() === '' ? 'Paste some rows first.' : null}
          onClick={() => take({ name: 'Pasted text', encoding: null, sheets: [{ name: '', text: pasted }] })}
        >
          Continue with these rows
        </ActionButton>
      </section>
    </>
  )
}
