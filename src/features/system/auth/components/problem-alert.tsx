import { Alert, Text } from '@mantine/core'
import { IconAlertTriangle, IconCircleCheck } from '@tabler/icons-react'
import type { AuthProblem } from '@/machines/auth-mode/auth-messages'

/** What went wrong, read out at once; the server's own words below when they add something. */
export function ProblemAlert({ problem }: { problem: AuthProblem | null }) {
  if (!problem) return null
  return (
    <Alert color="red" variant="light" icon={<IconAlertTriangle size={18} aria-hidden />} role="alert">
      <Text size="sm">{problem.text}</Text>
      {problem.detail ? (
        <Text size="sm" c="dimmed">
          {problem.detail}
        </Text>
      ) : null}
    </Alert>
  )
}

/** What went well, read out politely. */
export function NoticeAlert({ notice }: { notice: string | null }) {
  if (!notice) return null
  return (
    <Alert variant="light" icon={<IconCircleCheck size={18} aria-hidden />} role="status">
      <Text size="sm">{notice}</Text>
    </Alert>
  )
}
