import '@mantine/tiptap/styles.css'
import { Button, FileButton, Group, Text, Tooltip } from '@mantine/core'
import { RichTextEditor } from '@mantine/tiptap'
import { IconArrowBackUp, IconPaperclip, IconSparkles } from '@tabler/icons-react'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useEditor } from '@tiptap/react'
import StarterKit from '@tiptap/starter-kit'
import { type DragEvent, useEffect, useRef, useState } from 'react'
import { acceptedFiles } from '@/shared/domain/attachment'
import { canBeAdded, saysNothing } from '@/shared/domain/comment'
import { mentionsIn } from '@/shared/domain/comment-mention'
import { newId } from '@/shared/lib/new-id'
import { useCurrentUser } from '@/shared/ui/current-user'
import { addComment } from '../api/add-comment.mutation'
import { commentsKey } from '../api/comments.query'
import type { Colleague } from '../api/staff.query'
import type { TaskDetail } from '../api/task-detail.query'
import { type CommentDraft, dropDraft, keepDraft, readDraft } from './comment-draft'
import classes from './comments.module.css'
import { reasonOf, sayError, saySuccess, withReason } from './toasts'
import { UploadList } from './upload-list'
import { useImprovement } from './use-improvement'
import { useUploads } from './use-uploads'

type CommentComposerProps = { task: TaskDetail; staff: readonly Colleague[] | undefined; onTyped: () => void }

const blank = (): CommentDraft => ({ id: newId(), html: '', files: [] })

/** Where a comment is written: rich text, files, and a machine that improves the text (spec 2 §5, §8). */
export function CommentComposer({ task, staff, onTyped }: CommentComposerProps) {
  const user = useCurrentUser()
  const queryClient = useQueryClient()
  const [draft, setDraft] = useState(() => readDraft(user.id, task.id) ?? blank())
  const { uploads, addFiles, remove, retry, clear } = useUploads(draft.files)
  const [isOver, setOver] = useState(false)
  const submit = useRef(() => {})

  const editor = useEditor({
    extensions: [
      StarterKit.configure({
        heading: false,
        codeBlock: false,
        horizontalRule: false,
        link: { openOnClick: false, defaultProtocol: 'https', protocols: ['mailto', 'tel'] },
      }),
    ],
    content: draft.html,
    shouldRerenderOnTransaction: true,
    editorProps: {
      attributes: { 'aria-label': 'Comment', role: 'textbox', 'aria-multiline': 'true' },
      handleKeyDown: (_, event) => {
        if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return false
        submit.current()
        return true
      },
      handlePaste: (_, event) => {
        const files = [...(event.clipboardData?.files ?? [])]
        addFiles(files)
        return files.length > 0
      },
    },
    onUpdate: ({ editor: changed }) => {
      const html = changed.getHTML()
      setDraft((current) => ({ ...current, html }))
      onTyped()
    },
  })
  const improvement = useImprovement(editor)

  const files = uploads.filter(({ status }) => status === 'uploaded').map(({ path, name }) => ({ path, name }))
  const filesKey = JSON.stringify(files)
  useEffect(() => {
    const isBlank = saysNothing(draft.html) && filesKey === '[]'
    if (isBlank) dropDraft(user.id, task.id)
    else keepDraft(user.id, task.id, { ...draft, files: JSON.parse(filesKey) })
  }, [draft, filesKey, user.id, task.id])

  const add = useMutation({
    mutationFn: () =>
      addComment(task, user, {
        id: draft.id,
        html: saysNothing(draft.html) ? '' : draft.html,
        attachments: files.map(({ path }) => path),
        mentioned: mentionsIn(editor.getText(), staff ?? []).flatMap(({ userIds }) => userIds),
      }),
    onMutate: () => editor.setEditable(false),
    onSuccess: () => {
      editor.commands.clearContent()
      clear()
      setDraft(blank())
      improvement.forget()
      saySuccess('Comment added successfully')
    },
    onError: (error) => sayError(withReason('Failed to add comment', reasonOf(error))),
    onSettled: () => {
      editor.setEditable(true)
      return queryClient.invalidateQueries({ queryKey: commentsKey(task.id) })
    },
  })
  const waits = uploads.some(({ status }) => status !== 'uploaded')
  const mayAdd = canBeAdded({ html: draft.html, files: files.length }) && !waits && !add.isPending

  useEffect(() => {
    submit.current = () => {
      if (mayAdd) add.mutate()
    }
  }, [mayAdd, add])

  const drop = (event: DragEvent) => {
    event.preventDefault()
    setOver(false)
    addFiles([...event.dataTransfer.files])
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
      onDropCapture={(event) => {
        if (event.dataTransfer.files.length === 0) return
        event.stopPropagation()
        drop(event)
      }}
    >
      <RichTextEditor editor={editor} className={classes.editor}>
        <RichTextEditor.Toolbar>
          <RichTextEditor.ControlsGroup>
            <RichTextEditor.Bold />
            <RichTextEditor.Italic />
            <RichTextEditor.Underline />
            <RichTextEditor.Strikethrough />
          </RichTextEditor.ControlsGroup>
          <RichTextEditor.ControlsGroup>
            <RichTextEditor.OrderedList />
            <RichTextEditor.BulletList />
          </RichTextEditor.ControlsGroup>
          <RichTextEditor.ControlsGroup>
            <RichTextEditor.Link />
            <RichTextEditor.ClearFormatting />
          </RichTextEditor.ControlsGroup>
        </RichTextEditor.Toolbar>
        <RichTextEditor.Content />
      </RichTextEditor>
      <UploadList uploads={uploads} onRemove={remove} onRetry={retry} />
      <Group justify="space-between" gap="xs">
        <Group gap="xs">
          <FileButton multiple accept={acceptedFiles} onChange={addFiles}>
            {(props) => (
              <Button {...props} variant="default" leftSection={<IconPaperclip size={18} stroke={1.5} aria-hidden />}>
                Attach files
              </Button>
            )}
          </FileButton>
          <Tooltip label="Improve grammar and clarity">
            <Button
              variant="default"
              leftSection={<IconSparkles size={18} stroke={1.5} aria-hidden />}
              loading={improvement.isBusy}
              onClick={() => improvement.improve(draft.html)}
            >
              Improve
            </Button>
          </Tooltip>
          {improvement.canUndo ? (
            <Button
              variant="subtle"
              leftSection={<IconArrowBackUp size={18} stroke={1.5} aria-hidden />}
              onClick={improvement.undo}
            >
              Undo
            </Button>
          ) : null}
        </Group>
        <Button disabled={!mayAdd} loading={add.isPending} onClick={() => add.mutate()}>
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
