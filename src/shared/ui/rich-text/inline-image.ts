import { type Editor, mergeAttributes, Node } from '@tiptap/core'
import { Plugin } from '@tiptap/pm/state'
import { holdsTable } from './holds-table'

/** Pictures live inside the text itself: reading a text asks no stranger's server. */
const inlineImage = /^data:image\/(?:png|jpe?g|gif);base64,/i
const imageTypes = ['image/jpeg', 'image/png', 'image/gif']

/** The largest file, in bytes, that is laid into a text. A text holds 1 MiB and base64 takes a third more. */
const largestInlineImage = 500 * 1024

type InlineImageOptions = {
  onRefused: (reason: string) => void
  /** Takes a pasted or dropped file that does not fit into the text; without it the file is refused in words. */
  onFile: ((file: File) => void) | null
}

/**
 * jpg, gif and png, pasted or dropped, and data URIs of these (spec 2 §5). Larger pictures and other files go to `onFile`;
 * where there is none, they are not taken in.
 */
export const InlineImage = Node.create<InlineImageOptions>({
  name: 'image',
  group: 'inline',
  inline: true,
  draggable: true,
  addOptions: () => ({ onRefused: () => {}, onFile: null }),
  addAttributes: () => ({ src: { default: null }, alt: { default: '' } }),
  parseHTML: () => [
    { tag: 'img[src]', getAttrs: (element) => (inlineImage.test(element.getAttribute('src') ?? '') ? null : false) },
  ],
  renderHTML: ({ HTMLAttributes }) => ['img', mergeAttributes(HTMLAttributes)],
  addProseMirrorPlugins() {
    const { editor } = this
    const { onRefused, onFile } = this.options
    const take = (files: FileList | undefined, position?: number) => {
      const images = [...(files ?? [])].filter(({ type }) => imageTypes.includes(type))
      for (const image of images) {
        if (image.size > largestInlineImage)
          (onFile ?? (({ name }) => onRefused(`${name} is larger than 500 kB. Attach it as a file.`)))(image)
        else void insertImage(editor, image, position, onRefused)
      }
      return images.length > 0
    }
    const refuse = (files: FileList | undefined) => {
      const [file] = files ?? []
      if (file && onFile) for (const one of files ?? []) onFile(one)
      else if (file) onRefused(`${file.name} is no jpg, gif or png. Attach it as a file.`)
      return file !== undefined
    }
    return [
      new Plugin({
        props: {
          handlePaste: (_, { clipboardData }) => {
            if (editor.schema.nodes['table'] && holdsTable(clipboardData)) return false
            if (take(clipboardData?.files)) return true
            const saysMore = clipboardData?.types.some((type) => type.startsWith('text/')) ?? false
            return !saysMore && refuse(clipboardData?.files)
          },
          handleDrop: (view, event, __, isMove) => {
            if (isMove) return false
            const place = view.posAtCoords({ left: event.clientX, top: event.clientY })
            if (!take(event.dataTransfer?.files, place?.pos)) return false
            event.preventDefault()
            event.stopPropagation()
            return true
          },
        },
      }),
    ]
  },
})

async function insertImage(
  editor: Editor,
  file: File,
  position: number | undefined,
  onRefused: (reason: string) => void,
): Promise<void> {
  const src = await readAsDataUri(file).catch(() => null)
  if (editor.isDestroyed) return
  if (src === null) return onRefused(`${file.name} could not be read.`)
  editor.commands.insertContentAt(position ?? editor.state.selection.to, {
    type: 'image',
    attrs: { src, alt: file.name },
  })
}

const readAsDataUri = (file: File) =>
  new Promise<string>((resolve, reject) => {
    const reader = new FileReader()
    reader.onload = () => (typeof reader.result === 'string' ? resolve(reader.result) : reject(new Error('unread')))
    reader.onerror = () => reject(new Error('unread'))
    reader.readAsDataURL(file)
  })
