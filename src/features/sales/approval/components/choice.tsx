import type { QuotationPage } from '../use-quotation-page'
import { Options } from './options'
import { Quantities } from './quantities'

/** What the client chooses: options and quantities. It is drawn twice: among the lines on a phone, and beside the paper. */
export const Choice = ({ of }: { of: QuotationPage }) => (
  <>
    <Options
      lines={of.shown.lines}
      currency={of.shown.currency}
      writing={of.writing}
      isOpen={of.mayChoose}
      isOver={!of.isOpen}
      onChoose={of.choose}
    />
    <Quantities uuid={of.uuid} quotation={of.shown} isOpen={of.isOpen} />
  </>
)
