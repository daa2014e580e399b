import { Anchor, Image, Text } from '@mantine/core'
import page from '@/shared/ui/page/record-page.module.css'
import classes from './suppliers.module.css'

type PaperFileProps = {
  /** The address of the file: a blob's. */
  address: string
  name: string | null
  kind: 'pdf' | 'xml' | 'picture'
}

/** The supplier's file: the PDF, the photo, or the electronic invoice to download. */
export const PaperFile = ({ address, name, kind }: PaperFileProps) =>
  kind === 'xml' ? (
    <section className={page.panel}>
      <Text>
        Electronic invoice:{' '}
        <a href={address} download={name ?? 'invoice.xml'}>
          {name ?? 'invoice.xml'}
        </a>
      </Text>
    </section>
  ) : kind === 'pdf' ? (
    <div>
      <iframe title={name ?? 'Invoice'} src={address} className={classes.paper} />
      {/* Browsers of phones show no PDF inside a page. */}
      <Anchor href={address} target="_blank" rel="noreferrer" size="sm" hiddenFrom="sm">
        Open {name ?? 'the PDF'}
      </Anchor>
    </div>
  ) : (
    <Image src={address} alt={`Photo of the invoice: ${name ?? ''}`} fit="contain" mah="75vh" />
  )
