import { Button, FileButton, Group, Stack, Text, Textarea, Title } from '@mantine/core'
import { IconFileSpreadsheet } from '@tabler/icons-react'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { ActionButton } from '@/kit/form/action-button'
import { Problem } from '@/shared/ui/problem'
import page from '@/shared/ui/record-page.module.css'
import { saveProblem } from '@/shared/ui/save-problem'
import { type Source, sourceOfFile, sourceOfText } from '../import/source-file'
import classes from './import.module.css'

/** Takes a file by button or drop, or pasted rows. */
export function ImportChoose({ onChosen }: { onChosen: (source: Source) => void }) {
  const [pasted, setPasted] = useState('')
  const [over, setOver] = useState(false)
  const reading = useMutation({ mutationFn: sourceOfFile, onSuccess: onChosen })
  const take = (file: File | null | undefined) => {
    if (file) reading.mutate(file)
  }
  return (
    <Stack maw={760}>
      <div
        className={classes.drop}
        data-over={over || undefined}
        onDragOver={(event) => {
          event.preventDefault()
          setOver(true)
        }}
        onDragLeave={() => setOver(false)}
        onDrop={(event) => {
          event.preventDefault()
          setOver(false)
          take(event.dataTransfer.files[0])
        }}
      >
        <IconFileSpreadsheet size={40} stroke={1.25} aria-hidden />
        <Title order={2}>A CSV file</Title>
        <Text c="dimmed" ta="center" maw={440}>
          From a spreadsheet, an address book or another program: commas, semicolons or tabs, any alphabet. Drop it here
          or choose it.
        </Text>
        <FileButton accept=".csv,.tsv,.txt,text/csv,text/plain" onChange={take}>
          {(props) => (
            <Button {...props} loading={reading.isPending}>
              Choose a file
            </Button>
          )}
        </FileButton>
      </div>
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
