import { Button, FileButton, Group, Text } from '@mantine/core'
import { IconPaperclip } from '@tabler/icons-react'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { type ClipboardEvent, type DragEvent, type KeyboardEvent, useEffect, useState } from 'react'
import { filesToKeep } from '@/machines/upload/upload.machine'
import { acceptedFiles } from '@/shared/domain/attachment'
import { canBeAdded, showsNothing } from '@/shared/domain/comment'
import { mentionedIn } from '@/shared/domain/mention'
import { newId } from '@/shared/lib/new-id'
import { useCurrentUser } from '@/shared/ui/current-user'
import { RichTextField } from '@/shared/ui/rich-text/rich-text-field'
import { addComment } from '../api/add-comment.mutation'
import { commentsKey } from '../api/comments.query'
import { mentionableQuery } from '../api/mentionable.query'
import type { TaskDetail } from '../api/task-detail.query'
import { ImproveButtons } from '../components/improve-buttons'
import { suggestMentions } from '../quick-add/suggest-mentions'
import { type CommentDraft, keptComment } from './comment-draft'
import classes from './comments.module.css'
import { reasonOf, sayError, saySuccess, withReason } from './toasts'
import { UploadList } from './upload-list'
import { useImprovement } from './use-improvement'
import { useUploads } from './use-uploads'

type CommentComposerProps = { task: TaskDetail; onTyped: () => void }

const noFiles = JSON.stringify(filesToKeep([]))
const blank = (): CommentDraft => ({ id: newId(), html: '', files: [], missing: [] })

/** Where a comment is written: rich text, files, and a machine that improves the text (spec 2 §5, §8). */
export function CommentComposer({ task, onTyped }: CommentComposerProps) {
  const user = useCurrentUser()
  const queryClient = useQueryClient()
  const people = useQuery(mentionableQuery).data ?? []
  const [kept] = useState(() => keptComment(user.id, task.id))
  const [draft, setDraft] = useState(() => kept.read() ?? blank())
  const { uploads, addFiles, remove, retry, clear } = useUploads(draft)
  const [isOver, setOver] = useState(false)
  const write = (html: string) => setDraft((current) => ({ ...current, html }))
  const improvement = useImprovement({ of: 'reply', write })

  const { files, missing } = filesToKeep(uploads)
  const filesKey = JSON.stringify({ files, missing })
  useEffect(() => {
    const isBlank = showsNothing(draft.html) && filesKey === noFiles
    if (isBlank) kept.forget()
    else kept.keep({ ...draft, ...JSON.parse(filesKey) })
  }, [draft, filesKey, kept])

  const adding = [...commentsKey(task.id), 'add']
  const add = useMutation({
    mutationKey: adding,
    mutationFn: () =>
      addComment(task, user, {
        id: draft.id,
        html: showsNothing(draft.html) ? '' : draft.html,
        attachments: files.map(({ path }) => path),
        mentioned: mentionedIn({ title: '', description: draft.html }, people),
      }),
    onSuccess: () => {
      clear()
      setDraft(blank())
      improvement.forget()
      saySuccess('Comment added successfully')
    },
    onError: (error) => sayError(withReason('Failed to add comment', reasonOf(error))),
    onSettled: () => queryClient.invalidateQueries({ queryKey: commentsKey(task.id) }),
  })
  const waits = uploads.some(({ status }) => status !== 'uploaded')
  const mayAdd = canBeAdded({ html: draft.html, files: files.length }) && !waits && !add.isPending
  /** Asked of the cache: a second click may come before the first one is drawn. */
  const send = () => {
    if (mayAdd && queryClient.isMutating({ mutationKey: adding }) === 0) add.mutate()
  }

  const drop = (event: DragEvent) => {
    if (event.dataTransfer.files.length === 0) return
    event.preventDefault()
    event.stopPropagation()
    setOver(false)
    addFiles([...event.dataTransfer.files])
  }
  const paste = (event: ClipboardEvent) => {
    if (event.clipboardData.files.length === 0) return
    event.preventDefault()
    event.stopPropagation()
    addFiles([...event.clipboardData.files])
  }
  const press = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return
    event.preventDefault()
    event.stopPropagation()
    send()
  }

  return (
    <div
      className={classes.composer}
      data-over={isOver || undefined}
      onDragOver={(event) => {
        event.preventDefault()
        setOver(true)
      }}
      onDragLeave={() => setOver(false)}
      onDropCapture={drop}
      onPasteCapture={paste}
      onKeyDownCapture={press}
    >
      <RichTextField
        label="Comment"
        isLabelHidden
        placeholder="Write a comment… @ mentions a colleague"
        minHeight={72}
        value={draft.html}
        disabled={add.isPending || improvement.isBusy}
        onChange={(html) => {
          write(html)
          onTyped()
        }}
        suggest={suggestMentions(people, user.id)}
        actions={
          <ImproveButtons
            isBusy={improvement.isBusy}
            onImprove={() => improvement.improve(draft.html)}
            undoLabel={improvement.undoLabel}
            onUndo={improvement.undo}
            disabled={add.isPending}
          />
        }
      />
      <UploadList uploads={uploads} onRemove={remove} onRetry={retry} />
      <Group justify="space-between" gap="xs">
        <FileButton multiple accept={acceptedFiles} onChange={addFiles}>
          {(props) => (
            <Button {...props} variant="default" leftSection={<IconPaperclip size={18} stroke={1.5} aria-hidden />}>
              Attach files
            </Button>
          )}
        </FileButton>
        <Button disabled={!mayAdd} loading={add.isPending} onClick={send}>
          Add comment
        </Button>
      </Group>
      {waits ? (
        <Text size="xs" c="dimmed">
          The comment can be added when every file has arrived or was removed.
        </Text>
      ) : null}
    </div>
  )
}
