import { Group, Stack, Text, Textarea, Title } from '@mantine/core'
import { IconFileSpreadsheet } from '@tabler/icons-react'
import { useState } from 'react'
import { useActMutation } from '@/kit/save/use-act-mutation'
import { FileDrop } from '@/kit/files/file-drop'
import { ActionButton } from '@/kit/form/action-button'
import { Problem } from '@/shared/ui/page/problem'
import page from '@/shared/ui/page/record-page.module.css'
import { saveProblem } from '@/shared/hooks/save-problem'
import { type Source, sourceOfFile, sourceOfText } from '@/features/people/contacts/import/source-file'

/** Takes a file by button or drop, or pasted rows. */
export function ImportChoose({ onChosen }: { onChosen: (source: Source) => void }) {
  const [pasted, setPasted] = useState('')
  const reading = useActMutation({ mutationFn: sourceOfFile, onSuccess: onChosen })
  return (
    <Stack maw={760}>
      <FileDrop
        accept=".csv,.tsv,.txt,.xlsx,text/csv,text/plain"
        button="Choose a file"
        isBusy={reading.isPending}
        onFile={reading.mutate}
      >
        <IconFileSpreadsheet size={40} stroke={1.25} aria-hidden />
        <Title order={2}>A CSV file or a spreadsheet</Title>
        <Text c="dimmed" ta="center" maw={440}>
          From a spreadsheet, an address book or another program: commas, semicolons or tabs, any alphabet. Drop it here
          or choose it.
        </Text>
      </FileDrop>
      {reading.isError ? <Problem>{saveProblem(reading.error)}</Problem> : null}
      <section className={page.panel}>
        <Textarea
          label="Or paste rows"
          description="Copied from a spreadsheet, best with the row that names the columns."
          placeholder={'First name\tLast name\tEmail\nAnn\tCamilleri\tann@example.com'}
          rows={5}
          value={pasted}
          onChange={(event) => setPasted(event.currentTarget.value)}
        />
        <Group justify="flex-end" mt="sm">
          <ActionButton
            variant="default"
            why={pasted.trim() === '' ? 'Paste some rows first.' : null}
            onClick={() => onChosen(sourceOfText(pasted))}
          >
            Continue with these rows
          </ActionButton>
        </Group>
      </section>
    </Stack>
  )
}
