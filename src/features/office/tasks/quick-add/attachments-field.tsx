import { ActionIcon, Button, FileButton, Group, Input, Progress, Stack, Text } from '@mantine/core'
import { IconCheck, IconPaperclip, IconRefresh, IconX } from '@tabler/icons-react'
import { useSelector } from '@xstate/react'
import type { ActorRefFrom } from 'xstate'
import type { Upload, uploadMachine } from '@/machines/upload/upload.machine'
import { acceptedTaskFiles } from '@/shared/domain/tasks/task-file'
import { newTaskFilePath } from './attach-files'

type AttachmentsFieldProps = {
  uploads: ActorRefFrom<typeof uploadMachine>
  attach: (files: readonly File[]) => void
  disabled: boolean
}

/** The files of a draft: chosen here or dropped anywhere on it, each with its progress, cancel and retry. */
export function AttachmentsField({ uploads, attach, disabled }: AttachmentsFieldProps) {
  const files = useSelector(uploads, (state) => state.context.uploads)
  return (
    <Input.Wrapper label="Attachments" labelElement="div">
      <Stack gap="xs">
        {files.map((file) => (
          <UploadRow
            key={file.id}
            upload={file}
            disabled={disabled && file.status === 'uploaded'}
            onRemove={() => uploads.send({ type: 'file.remove', id: file.id })}
            onRetry={() => uploads.send({ type: 'file.retry', id: file.id, path: newTaskFilePath(file.name) })}
          />
        ))}
        <Group gap="xs">
          <FileButton multiple accept={acceptedTaskFiles} disabled={disabled} onChange={attach}>
            {(props) => (
              <Button
                {...props}
                variant="default"
                size="xs"
                disabled={disabled}
                leftSection={<IconPaperclip size={16} aria-hidden />}
              >
                Attach files
              </Button>
            )}
          </FileButton>
          <Text size="xs" c="dimmed">
            or drop them here: pictures, PDF, Word, Excel
          </Text>
        </Group>
      </Stack>
    </Input.Wrapper>
  )
}

type UploadRowProps = { upload: Upload; disabled: boolean; onRemove: () => void; onRetry: () => void }

function UploadRow({ upload: { name, file, status, loaded, reason }, disabled, onRemove, onRetry }: UploadRowProps) {
  return (
    <div>
      <Group gap="xs" wrap="nowrap">
        <Text size="sm" truncate style={{ flex: 1 }}>
          {name}
        </Text>
        {status === 'uploaded' ? (
          <Text size="xs" c="dimmed">
            <IconCheck size={14} aria-hidden style={{ verticalAlign: 'text-bottom' }} /> Uploaded
          </Text>
        ) : null}
        {status === 'failed' && file !== null ? (
          <ActionIcon aria-label={`Try ${name} again`} onClick={onRetry}>
            <IconRefresh size={16} aria-hidden />
          </ActionIcon>
        ) : null}
        <ActionIcon
          aria-label={status === 'uploading' ? `Cancel ${name}` : `Remove ${name}`}
          disabled={disabled}
          onClick={onRemove}
        >
          <IconX size={16} aria-hidden />
        </ActionIcon>
      </Group>
      {status === 'uploading' ? (
        <Progress value={Math.round(loaded * 100)} size="xs" aria-label={`Uploading ${name}`} />
      ) : null}
      {status === 'failed' ? (
        <Text size="xs" c="var(--mantine-color-error)" role="alert">
          {file === null ? reason : `Failed to upload image: ${reason}`}
        </Text>
      ) : null}
    </div>
  )
}
