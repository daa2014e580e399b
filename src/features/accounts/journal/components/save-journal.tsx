import { Button, Group, Menu, Text } from '@mantine/core'
import { IconDownload } from '@tabler/icons-react'
import { useState } from 'react'
import { useOneMutation } from '@/kit/save/use-one-mutation'

import { countText, currentFormats } from '@/shared/domain/text/formats'
import { saveProblem } from '@/shared/hooks/save-problem'
import { saveFile } from '@/shared/lib/save-file'
import { readAllLines } from '../api/journal.query'
import type { Days } from '../days'
import type { JournalFormat } from '../exports/format'
import { journalFormats } from '../exports/formats'

/** The journal of the days as a file for the accountant, all lines whatever the list is filtered by. */
export function SaveJournal({ days }: { days: Days }) {
  const [read, setRead] = useState(0)
  const saving = useOneMutation({
    mutationFn: async (format: JournalFormat) => {
      setRead(0)
      const [write, lines] = await Promise.all([format.load(), readAllLines(days, setRead)])
      const file = await write({ lines, days, currency: currentFormats().currency })
      saveFile(`journal-${days.from}-${days.to}${format.ending}`, file)
    },
  })
  return (
    <Group gap="xs">
      <Menu position="bottom-end">
        <Menu.Target>
          <Button
            variant="default"
            leftSection={<IconDownload size={18} aria-hidden />}
            loading={saving.isPending}
            aria-label="Save as a file"
          >
            Save as…
          </Button>
        </Menu.Target>
        <Menu.Dropdown>
          {journalFormats.map((format) => (
            <Menu.Item key={format.name} onClick={() => saving.mutate(format)}>
              {format.label}
            </Menu.Item>
          ))}
        </Menu.Dropdown>
      </Menu>
      {saving.isPending && read > 0 ? <Text size="sm" role="status">{`${countText(read)} lines …`}</Text> : null}
      {saving.isError ? (
        <Text size="sm" c="error" role="alert">
          {saveProblem(saving.error)}
        </Text>
      ) : null}
    </Group>
  )
}
