import '@mantine/tiptap/styles.layer.css'
import { Box, Text } from '@mantine/core'
import { RichTextEditor } from '@mantine/tiptap'
import { type Editor, useEditor } from '@tiptap/react'
import { StarterKit } from '@tiptap/starter-kit'
import { useEffect, useId, useState } from 'react'
import { withoutHandlers } from '@/shared/domain/text/inert-markup'
import { InlineImage } from './inline-image'
import classes from './rich-text-area.module.css'
import type { RichTextFieldProps } from './rich-text-props'
import { SuggestionList, suggestionId } from './suggestion-list'
import type { Suggestion } from './suggestion'
import { tableNodes } from './table-nodes'
import { TableTools } from './table-tools'
import { useSuggestionKeys } from './use-suggestion-keys'

type RichTextAreaProps = Omit<RichTextFieldProps, 'error' | 'minHeight' | 'isLabelHidden'> & { minHeight: number }

/** The editor behind `RichTextField`, which loads it. */
export function RichTextArea(props: RichTextAreaProps) {
  const {
    label,
    value,
    onChange,
    disabled = false,
    placeholder = '',
    minHeight,
    actions,
    suggest,
    isArticle = false,
    hasTables = false,
    onFile,
  } = props
  const listId = useId()
  const [frame, setFrame] = useState<HTMLDivElement | null>(null)
  const [refusal, setRefusal] = useState<string | null>(null)

  const editor = useEditor({
    shouldRerenderOnTransaction: true,
    extensions: [
      StarterKit.configure({
        link: { openOnClick: false, defaultProtocol: 'https' },
        heading: isArticle ? { levels: [2, 3] } : false,
        ...(isArticle ? {} : { blockquote: false as const }),
        code: false,
        codeBlock: false,
        horizontalRule: false,
      }),
      InlineImage.configure({ onRefused: setRefusal, onFile: onFile ?? null }),
      ...(hasTables ? tableNodes : []),
    ],
    content: withoutHandlers(value),
    editable: !disabled,
    autofocus: props.autoFocus ? 'end' : false,
    editorProps: {
      attributes: {
        role: 'textbox',
        'aria-multiline': 'true',
        'aria-label': label,
        'data-mantine-stop-propagation': 'true',
        style: `min-height: ${minHeight}px`,
      },
    },
    onUpdate: ({ editor }) => {
      setRefusal(null)
      onChange(htmlOf(editor))
    },
  })

  // An editor that waited longer than 1 ms for its effects was destroyed by its library, which makes another one now.
  useEffect(() => {
    if (editor && !editor.isDestroyed && htmlOf(editor) !== value)
      editor.commands.setContent(withoutHandlers(value), { emitUpdate: false })
  }, [editor, value])
  useEffect(() => {
    if (editor && !editor.isDestroyed) editor.setEditable(!disabled, false)
  }, [editor, disabled])

  const asked = editor && suggest && !disabled && editor.isFocused ? suggest(textBeforeCaret(editor)) : null
  const pick = (suggestion: Suggestion) => {
    if (!editor || !asked) return
    const caret = editor.state.selection.from
    editor
      .chain()
      .focus()
      .insertContentAt(
        { from: caret - asked.typed.length, to: caret },
        {
          type: 'text',
          text: `${suggestion.label}\u00a0`,
        },
      )
      .run()
    props.onSuggestionPick?.(suggestion)
  }
  const { isOpen, options, active, onKeyDownCapture } = useSuggestionKeys(asked, pick)
  const activeId = isOpen ? suggestionId(listId, options[active]) : undefined
  useEffect(() => {
    if (!editor || editor.isDestroyed || !activeId) return
    const text = editor.view.dom
    text.setAttribute('aria-activedescendant', activeId)
    return () => text.removeAttribute('aria-activedescendant')
  }, [editor, activeId])

  return (
    <Box
      ref={setFrame}
      className={classes.frame}
      data-empty={editor?.isEmpty || undefined}
      __vars={{ '--placeholder': JSON.stringify(placeholder) }}
      onKeyDownCapture={onKeyDownCapture}
    >
      <RichTextEditor editor={editor} withCodeHighlightStyles={false} data-disabled={disabled || undefined}>
        <RichTextEditor.Toolbar>
          {isArticle ? (
            <RichTextEditor.ControlsGroup>
              <RichTextEditor.H2 disabled={disabled} />
              <RichTextEditor.H3 disabled={disabled} />
              <RichTextEditor.Blockquote disabled={disabled} />
            </RichTextEditor.ControlsGroup>
          ) : null}
          <RichTextEditor.ControlsGroup>
            <RichTextEditor.Bold disabled={disabled} />
            <RichTextEditor.Italic disabled={disabled} />
            <RichTextEditor.Underline disabled={disabled} />
            <RichTextEditor.Strikethrough disabled={disabled} />
          </RichTextEditor.ControlsGroup>
          <RichTextEditor.ControlsGroup>
            <RichTextEditor.OrderedList disabled={disabled} />
            <RichTextEditor.BulletList disabled={disabled} />
          </RichTextEditor.ControlsGroup>
          <RichTextEditor.ControlsGroup>
            <RichTextEditor.Link disabled={disabled} />
            <RichTextEditor.ClearFormatting disabled={disabled} />
          </RichTextEditor.ControlsGroup>
          {hasTables ? <TableTools editor={editor} disabled={disabled} /> : null}
          {actions ? <div className={classes.actions}>{actions}</div> : null}
        </RichTextEditor.Toolbar>
        <RichTextEditor.Content />
      </RichTextEditor>
      {isOpen && editor ? (
        <SuggestionList
          id={listId}
          label="People to mention"
          options={options}
          active={active}
          {...below(editor, frame)}
          onPick={pick}
        />
      ) : null}
      {refusal ? (
        <Text role="alert" size="xs" c="var(--mantine-color-error)" mt={4}>
          {refusal}
        </Text>
      ) : null}
    </Box>
  )
}

const htmlOf = (editor: Editor): string => (editor.isEmpty ? '' : editor.getHTML())

function textBeforeCaret(editor: Editor): string {
  const { $from, empty } = editor.state.selection
  return empty ? $from.parent.textBetween(0, $from.parentOffset, '\n', '\ufffc') : ''
}

/** Under the caret, but never so far right that a narrow screen cuts it off. */
function below(editor: Editor, frame: HTMLElement | null): { left: number; top: number } {
  const box = frame?.getBoundingClientRect()
  if (!box) return { left: 0, top: 0 }
  const caret = editor.view.coordsAtPos(editor.state.selection.from)
  return { left: Math.max(0, Math.min(caret.left - box.left, box.width - 224)), top: caret.bottom - box.top + 4 }
}
