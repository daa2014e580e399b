import { Button, Group, Stack, Text, Title } from '@mantine/core'
import type { UseQueryResult } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { confirmRemoval } from '@/kit/confirm'
import { saveProblem } from '@/shared/hooks/save-problem'
import { LineSkeletons } from '@/shared/ui/page/line-skeletons'
import { Problem } from '@/shared/ui/page/problem'
import page from '@/shared/ui/page/record-page.module.css'

type EarlierImportsProps<Import> = {
  imports: UseQueryResult<readonly Import[]>
  /** The only one that is shown. */
  only: string | undefined
  children: (each: Import) => ReactNode
}

/** Earlier imports, the newest first. */
export function EarlierImports<Import extends { id: string }>({
  imports,
  only,
  children,
}: EarlierImportsProps<Import>) {
  const shown = imports.data?.filter(({ id }) => only === undefined || id === only) ?? []
  if (imports.isError)
    return <Problem onRetry={() => void imports.refetch()}>The earlier imports could not be read</Problem>
  if (imports.isPending) return <LineSkeletons count={2} height={80} />
  if (shown.length === 0) return null
  return (
    <Stack component="section" maw={760} gap="sm" aria-label="Earlier imports">
      {only === undefined ? <Title order={2}>Earlier imports</Title> : null}
      {shown.map(children)}
    </Stack>
  )
}

type EarlierImportProps = {
  fileName: string
  facts: string
  /** When and how far it was taken back. */
  undone: string | null
  /** Null where nothing can be taken back. */
  undo: { label: string; text: string } | null
  undoing: { mutate: () => void; isPending: boolean; isError: boolean; error: unknown }
  children: ReactNode
}

/** One earlier import, and its undoing. */
export function EarlierImport({ fileName, facts, undone, undo, undoing, children }: EarlierImportProps) {
  return (
    <article className={page.panel} aria-label={fileName}>
      <Group justify="space-between" align="flex-start">
        <div>
          <Text fw={550} style={{ overflowWrap: 'anywhere' }}>
            {fileName}
          </Text>
          <Text size="sm" c="dimmed">
            {facts}
          </Text>
          {undone === null ? null : <Text size="sm">{undone}</Text>}
        </div>
        {undo ? (
          <Button
            variant="default"
            size="xs"
            loading={undoing.isPending}
            onClick={() =>
              confirmRemoval({
                title: 'Undo this import?',
                text: undo.text,
                confirm: 'Undo import',
                onConfirm: () => undoing.mutate(),
              })
            }
          >
            {undo.label}
          </Button>
        ) : null}
      </Group>
      {undoing.isError ? <Problem>{saveProblem(undoing.error)}</Problem> : null}
      {children}
    </article>
  )
}
