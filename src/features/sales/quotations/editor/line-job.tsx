import { ActionIcon, Menu } from '@mantine/core'
import { IconHammer } from '@tabler/icons-react'
import type { QuotationItem } from './line'
import type { Lines } from './use-lines'

const answers = [
  { value: null, label: 'As the service says' },
  { value: true, label: 'Becomes a job' },
  { value: false, label: 'Makes no job' },
] as const

/** Whether the marked line becomes a job after the approval. Only the office sees it. */
export function LineJob({ line, of }: { line: QuotationItem | undefined; of: Lines }) {
  const item = line?.kind === 'item' ? line : null
  const choose = (to: boolean | null) => {
    if (item && item.makes_job !== to)
      of.perform([{ kind: 'set', id: item.id, from: { makes_job: item.makes_job }, to: { makes_job: to } }])
  }
  return (
    <Menu position="bottom-start" withinPortal>
      <Menu.Target>
        <ActionIcon
          variant={item && item.makes_job !== null ? 'light' : 'subtle'}
          size="md"
          aria-label="Job of the line"
          title={item ? 'Job of the line' : 'Mark an item first'}
          disabled={!item}
        >
          <IconHammer size={16} aria-hidden />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Label>
          {item?.service_id
            ? 'On approval. The hammer marks the lines that become a job.'
            : 'On approval. Without a service, hours, deliveries and surveys make no job. The hammer marks the lines that become one.'}
        </Menu.Label>
        {answers.map(({ value, label }) => (
          <Menu.Item
            key={label}
            role="menuitemradio"
            aria-checked={item?.makes_job === value}
            fw={item?.makes_job === value ? 600 : undefined}
            onClick={() => choose(value)}
          >
            {value === null && !item?.service_id ? 'By its words and unit' : label}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  )
}
