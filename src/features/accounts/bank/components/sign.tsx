import { Badge } from '@mantine/core'
import { IconAlertCircle, IconCircleCheck, IconQuestionMark } from '@tabler/icons-react'

/** How sure a suggestion is; null without one. */
export const Sign = ({ isSure }: { isSure: boolean | null }) =>
  isSure === null ? (
    <Badge color="gray" variant="light" leftSection={<IconQuestionMark size={12} aria-hidden />}>
      Unknown
    </Badge>
  ) : isSure ? (
    <Badge color="green" variant="light" leftSection={<IconCircleCheck size={12} aria-hidden />}>
      Sure
    </Badge>
  ) : (
    <Badge color="yellow" variant="light" leftSection={<IconAlertCircle size={12} aria-hidden />}>
      Please check
    </Badge>
  )
