import { Drawer, Modal } from '@mantine/core'
import type { CalculatorPage } from '../use-calculator-page'
import { PutIntoQuotation } from './put-into-quotation'
import { SavedCalculations } from './saved-calculations'

/** The saved calculations, and the way into a quotation. */
export const CalculatorDialogs = ({ of: { row, saved, quoting, from, line } }: { of: CalculatorPage }) => (
  <>
    <Drawer opened={saved.isOpen} onClose={saved.close} title="Saved calculations" position="right">
      <SavedCalculations />
    </Drawer>
    <Modal opened={quoting.isOpen} onClose={quoting.close} title="Put into a quotation">
      {row ? (
        <PutIntoQuotation calculationId={row.id} quotationId={from} lineId={line} onClose={quoting.close} />
      ) : null}
    </Modal>
  </>
)
