import { Button, FileButton, Group, Stack } from '@mantine/core'
import { IconPaperclip } from '@tabler/icons-react'
import { acceptedTaskFiles } from '@/shared/domain/tasks/task-file'
import { Attachment } from './attachment'
import { UploadList } from './upload-list'
import type { useTaskFiles } from './use-task-files'

type TaskFilesProps = {
  stored: readonly string[]
  /** What the task keeps in `file_names`. */
  names: unknown
  files: ReturnType<typeof useTaskFiles>
  mayChange: boolean
}

/** The files of a task, those on their way, and a button for more. */
export function TaskFiles({ stored, names, files, mayChange }: TaskFilesProps) {
  return (
    <Stack gap="xs">
      {stored.length > 0 ? (
        <Group gap="sm" aria-label="Attachments of the task">
          {stored.map((path) => (
            <Attachment
              key={path}
              stored={path}
              names={names}
              onDrawn={mayChange ? (file) => files.addFiles([file]) : undefined}
            />
          ))}
        </Group>
      ) : null}
      {mayChange ? (
        <>
          <UploadList
            label="New files of the task"
            uploads={files.uploads}
            onRemove={files.remove}
            onRetry={files.retry}
          />
          <FileButton multiple accept={acceptedTaskFiles} onChange={files.addFiles}>
            {(props) => (
              <Button
                {...props}
                variant="subtle"
                size="compact-sm"
                w="fit-content"
                ml={-8}
                leftSection={<IconPaperclip size={16} stroke={1.5} aria-hidden />}
              >
                Add files
              </Button>
            )}
          </FileButton>
        </>
      ) : null}
    </Stack>
  )
}
