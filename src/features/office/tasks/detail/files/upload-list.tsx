import { ActionIcon, Group, Progress, Stack, Text } from '@mantine/core'
import { IconReload, IconX } from '@tabler/icons-react'
import type { Upload } from '@/machines/upload/upload.machine'
import { shortName } from '@/shared/domain/web/attachment'
import classes from '../comments/comments.module.css'

type UploadListProps = {
  label: string
  uploads: readonly Upload[]
  onRemove: (id: string) => void
  onRetry: (id: string) => void
}

/** The files that go with a comment or a task, each with its progress, to be cancelled or tried again. */
export function UploadList({ label, uploads, onRemove, onRetry }: UploadListProps) {
  if (uploads.length === 0) return null
  return (
    <Stack component="ul" gap={6} m={0} p={0} aria-label={label} style={{ listStyle: 'none' }}>
      {uploads.map(({ id, file, name, status, loaded, reason }) => (
        <li key={id} className={classes.file}>
          <Text size="sm" title={name}>
            {shortName(name)}{' '}
            <Text span size="xs" c={status === 'failed' ? 'red' : 'dimmed'}>
              {status === 'failed' ? reason : status === 'uploaded' ? 'Uploaded' : `${Math.round(loaded * 100)} %`}
            </Text>
          </Text>
          <Group gap={4} wrap="nowrap">
            {status === 'failed' && file !== null ? (
              <ActionIcon aria-label={`Try ${name} again`} onClick={() => onRetry(id)}>
                <IconReload size={18} stroke={1.5} />
              </ActionIcon>
            ) : null}
            <ActionIcon
              aria-label={status === 'uploading' ? `Cancel ${name}` : `Remove ${name}`}
              onClick={() => onRemove(id)}
            >
              <IconX size={18} stroke={1.5} />
            </ActionIcon>
          </Group>
          {status === 'uploading' ? (
            <Progress
              value={loaded * 100}
              size="xs"
              style={{ gridColumn: '1 / -1' }}
              aria-label={`Uploading ${name}`}
            />
          ) : null}
        </li>
      ))}
    </Stack>
  )
}
