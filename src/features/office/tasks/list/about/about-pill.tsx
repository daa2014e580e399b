import { Pill } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { capital } from '@/kit/words'
import type { RecordOfTasks } from '@/shared/domain/tasks/about-record'
import { beginningQuery } from '../../api/about-list.query'

type AboutPillProps = { about: string; kind: RecordOfTasks; onClear: () => void }

/** The record that the listed tasks are about; one comes here from its page. */
export function AboutPill({ about, kind, onClear }: AboutPillProps) {
  const { data } = useQuery(beginningQuery(about))
  const number = data?.about?.number ?? data?.quotation?.number ?? ''
  return (
    <Pill
      size="lg"
      bg="var(--mantine-color-default)"
      bd="1px solid var(--mantine-color-default-border)"
      style={{ alignSelf: 'center' }}
      withRemoveButton
      onRemove={onClear}
      removeButtonProps={{ 'aria-label': `Tasks about anything, not only this ${kind}`, tabIndex: 0 }}
    >
      {`${capital(kind)} ${number}`.trim()}
    </Pill>
  )
}
