import { Alert, Button, Group } from '@mantine/core'
import { useState } from 'react'
import { useCurrentUser } from '@/shared/hooks/current-user'
import { keptRefusedRows, refusedTitle, saveRefusedRows } from '@/features/people/contacts/import/refused-rows'

/** The rows of the last import that were not imported, to be saved, mended and imported again. */
export function KeptRefused() {
  const memory = keptRefusedRows(useCurrentUser().id)
  const [kept, setKept] = useState(() => memory.read())
  if (!kept) return null
  const { fileName, header, rows } = kept
  return (
    <Alert color="yellow" title={refusedTitle(rows, fileName)}>
      The file of them names the reason beside each row. Mend it and import it again.
      <Group gap="xs" mt="sm">
        <Button size="xs" variant="default" onClick={() => saveRefusedRows(header, rows)}>
          Save these rows with the reasons
        </Button>
        <Button
          size="xs"
          variant="subtle"
          onClick={() => {
            memory.forget()
            setKept(null)
          }}
        >
          Put away
        </Button>
      </Group>
    </Alert>
  )
}
