import { Button, FileButton, Group, Text } from '@mantine/core'
import { IconPaperclip } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { type ClipboardEvent, type DragEvent, type KeyboardEvent, useEffect, useId, useRef, useState } from 'react'
import { useOutbox } from '@/kit/outbox/outbox-provider'
import { filesToKeep, hasArrived } from '@/machines/upload/upload.machine'
import { acceptedFiles, commentFilePath, fileProblem, mostFiles } from '@/shared/domain/web/attachment'
import { canBeAdded, showsNothing } from '@/shared/domain/text/comment'
import { mentionedIn } from '@/shared/domain/text/mention'
import { newId } from '@/shared/lib/new-id'
import { useCurrentUser } from '@/shared/hooks/current-user'
import { holdsTable } from '@/shared/ui/rich-text/holds-table'
import { RichTextField } from '@/shared/ui/rich-text/rich-text-field'
import { mentionableQuery } from '@/features/office/tasks/api/detail/mentionable.query'
import type { TaskDetail } from '@/features/office/tasks/api/detail/task-detail.query'
import { reasonInWords } from '@/features/office/tasks/api/reason'
import { ImproveButtons } from '@/features/office/tasks/components/improve-buttons'
import { suggestMentions } from '@/features/office/tasks/quick-add/suggest-mentions'
import { commentKind } from '@/features/office/tasks/outbox-kinds'
import { type CommentDraft, keptComment, saysTheSame } from './comment-draft'
import classes from './comments.module.css'
import { sayError, saySuccess, withReason } from '../toasts'
import { UploadList } from '../files/upload-list'
import { useImprovement } from '../text/use-improvement'
import { type UploadRules, useUploads } from '../files/use-uploads'

type CommentComposerProps = { task: TaskDetail; onTyped: () => void }

const commentFiles: UploadRules = {
  problemOf: fileProblem,
  pathOf: commentFilePath,
  limit: { most: mostFiles, words: `at most ${mostFiles} files go with one comment` },
}
const noFiles = JSON.stringify(filesToKeep([]))
const blank = (): CommentDraft => ({ id: newId(), html: '', files: [], missing: [] })

/**
 * The composer of a comment: rich text, files, and the button to improve the text (spec 2 §5, §8). Sending moves the
 * comment to the outbox, where it cannot be edited.
 */
export function CommentComposer({ task, onTyped }: CommentComposerProps) {
  const user = useCurrentUser()
  const outbox = useOutbox()
  const people = useQuery(mentionableQuery).data ?? []
  const [kept] = useState(() => keptComment(user.id, task.id))
  const [draft, setDraft] = useState(() => kept.read() ?? blank())
  const { uploads, addFiles, remove, retry, clear } = useUploads(commentFiles, {
    uploaded: draft.files,
    missing: draft.missing,
  })
  const [isOver, setOver] = useState(false)
  /** A second click may come before the first one is drawn. */
  const lastSent = useRef<string | null>(null)
  const write = (html: string) => setDraft((current) => ({ ...current, html }))
  const improvement = useImprovement({ of: 'reply', write })

  const { files, missing } = filesToKeep(uploads)
  const filesKey = JSON.stringify({ files, missing })
  useEffect(() => {
    const isBlank = showsNothing(draft.html) && filesKey === noFiles
    if (isBlank) kept.forget()
    else kept.keep({ ...draft, ...JSON.parse(filesKey) })
  }, [draft, filesKey, kept])

  const waits = !uploads.every(hasArrived)
  const mayAdd = canBeAdded({ html: draft.html, files: files.length }) && !waits
  const whyId = useId()
  const whyNot = waits
    ? 'The comment can be added when every file has arrived or was removed.'
    : mayAdd
      ? null
      : 'Write something or attach a file first.'
  const send = () => {
    if (!mayAdd || lastSent.current === draft.id) return
    lastSent.current = draft.id
    const sent = { ...draft, files: [...files] }
    const { id, title, created_by, assignees } = task
    const going = outbox.add(commentKind, {
      id: draft.id,
      about: task.id,
      label: `Comment on “${task.title}”`,
      payload: {
        task: { id, title, created_by, assignees },
        html: showsNothing(draft.html) ? '' : draft.html,
        files: sent.files,
        mentioned: mentionedIn({ title: '', description: draft.html }, people),
      },
    })
    kept.forgetSent((value) => saysTheSame(value, sent))
    clear()
    setDraft(blank())
    improvement.forget()
    void going.then((settled) => {
      if (settled.kind === 'sent') saySuccess('Comment added successfully')
      if (settled.kind === 'refused') sayError(withReason('Failed to add comment', reasonInWords(settled.reason)))
    })
  }

  const drop = (event: DragEvent) => {
    if (event.dataTransfer.files.length === 0) return
    event.preventDefault()
    event.stopPropagation()
    setOver(false)
    addFiles([...event.dataTransfer.files])
  }
  const paste = (event: ClipboardEvent) => {
    if (event.clipboardData.files.length === 0 || holdsTable(event.clipboardData)) return
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
        hasTables
        value={draft.html}
        disabled={improvement.isBusy}
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
            disabled={false}
          />
        }
      />
      <UploadList label="Files of this comment" uploads={uploads} onRemove={remove} onRetry={retry} />
      <Group justify="space-between" gap="xs">
        <FileButton multiple accept={acceptedFiles} onChange={addFiles}>
          {(props) => (
            <Button {...props} variant="default" leftSection={<IconPaperclip size={18} stroke={1.5} aria-hidden />}>
              Attach files
            </Button>
          )}
        </FileButton>
        <Button disabled={!mayAdd} aria-describedby={whyNot ? whyId : undefined} onClick={send}>
          Add comment
        </Button>
      </Group>
      {whyNot ? (
        <Text id={whyId} size="xs" c="dimmed" ta="end">
          {whyNot}
        </Text>
      ) : null}
    </div>
  )
}
