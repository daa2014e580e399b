import { Alert, List } from '@mantine/core'
import { weekdayText } from '@/shared/domain/text/formats'
import type { Copied } from '../api/schedule.mutation'
import { wallClock } from '@/shared/domain/time/zoned'

type CopiedNoteProps = { copied: Copied; zone: string; onClose: () => void }

/** The result of copying the week, with the skipped shifts. */
export function CopiedNote({ copied: { copied, there, skipped }, zone, onClose }: CopiedNoteProps) {
  const count = (shifts: number) => (shifts === 1 ? '1 shift' : `${shifts} shifts`)
  const title =
    copied + there + skipped.length === 0
      ? 'Last week has no shifts to copy'
      : [
          `${count(copied)} copied from last week`,
          there > 0 ? `${count(there)} stood here already` : '',
          skipped.length > 0 ? `${count(skipped.length)} skipped` : '',
        ]
          .filter(Boolean)
          .join(', ')
  return (
    <Alert
      mb="md"
      color={skipped.length > 0 ? 'yellow' : 'process'}
      title={title}
      withCloseButton
      closeButtonLabel="Close"
      onClose={onClose}
      role="status"
    >
      {skipped.length > 0 ? (
        <List size="sm">
          {skipped.map(({ user_id, starts_at, because }) => (
            <List.Item
              key={`${user_id} ${starts_at}`}
            >{`${weekdayText(wallClock(zone, starts_at).day)}: ${because}`}</List.Item>
          ))}
        </List>
      ) : null}
    </Alert>
  )
}
