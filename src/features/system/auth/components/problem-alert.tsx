import { Alert, Text } from '@mantine/core'
import { IconAlertTriangle, IconCircleCheck } from '@tabler/icons-react'
import type { AuthProblem } from '@/machines/auth-mode/auth-messages'

/** An error, announced at once; the server's own text is below when it adds something. */
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

/** A success message, announced politely. */
export function NoticeAlert({ notice }: { notice: string | null }) {
  if (!notice) return null
  return (
    <Alert variant="light" icon={<IconCircleCheck size={18} aria-hidden />} role="status">
      <Text size="sm">{notice}</Text>
    </Alert>
  )
}
