import { Alert, Text } from '@mantine/core'
import { IconAlertTriangle, IconCircleCheck } from '@tabler/icons-react'
import type { AuthProblem } from '@/machines/auth-mode/auth-messages'
import { useLanguage } from '@/shared/hooks/language/page-language'
import { useAuthText } from '../use-auth-text'

type ProblemAlertProps = {
  problem: AuthProblem | null
  /** Says its text in the language of the page; without it, as sign-in does. */
  said?: (sentence: string) => string
}

/** An error, announced at once; the server's own text, which is English, is below when it adds something. */
export function ProblemAlert({ problem, said }: ProblemAlertProps) {
  const textOf = useAuthText()
  const isEnglish = useLanguage() === 'en'
  if (!problem) return null
  return (
    <Alert color="red" variant="light" icon={<IconAlertTriangle size={18} aria-hidden />} role="alert">
      <Text size="sm">{(said ?? textOf)(problem.text)}</Text>
      {problem.detail && isEnglish ? (
        <Text size="sm" c="dimmed">
          {problem.detail}
        </Text>
      ) : null}
    </Alert>
  )
}

/** A success message, announced politely. */
export function NoticeAlert({ notice }: { notice: string | null }) {
  const textOf = useAuthText()
  if (!notice) return null
  return (
    <Alert variant="light" icon={<IconCircleCheck size={18} aria-hidden />} role="status">
      <Text size="sm">{textOf(notice)}</Text>
    </Alert>
  )
}
