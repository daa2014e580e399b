import { Alert, Group, Stack, Title } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import {
  IconArrowBackUp,
  IconCoins,
  IconFilePlus,
  IconFileTypePdf,
  IconHandStop,
  IconPencil,
  IconPlayerPlay,
  IconPlus,
  IconReceiptRefund,
  IconTruckDelivery,
  IconX,
} from '@tabler/icons-react'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from 'react-router-dom'
import { useActMutation } from '@/kit/save/use-act-mutation'
import { useDialog } from '@/kit/dialog/use-dialog'
import { picturesOf } from '@/documents/paper/paper'
import { orderConfirmationPaper } from '@/documents/paper/papers'
import { downloadPdf } from '@/documents/pdf/download'
import { actionsFrom } from '@/documents/transitions'
import { KeptDialog } from '@/kit/form/kept-dialog'
import { useLive } from '@/kit/live/use-live'
import { MailPanel } from '@/kit/mail/mail-panel'
import { DocumentStory } from '@/kit/record/document-story'
import { PrintedPaper } from '@/kit/record/printed-paper'
import { Facts, type RecordAction, RecordPage, RecordState } from '@/kit/record/record-page'
import { DueMark, useTimings } from '@/kit/record/due-mark'
import { ShareBar } from '@/kit/record/share-bar'
import { Invoiced } from './invoiced'
import { AnnouncedTransfers } from '@/kit/record/announced-transfers'
import { isAboveZero } from '@/shared/domain/money/decimal'
import { OrderInTime } from '@/kit/planning/fits-in-time'
import { OnStopNotice } from '@/kit/record/on-stop-notice'
import { CardLacks } from '@/kit/record/card-lacks'
import { StatusBadge } from '@/kit/record/status-badge'
import { RecordTasks } from '@/kit/tasks/record-tasks'
import { QuestionMark } from '@/kit/thread/question-mark'
import { StaffThread } from '@/kit/thread/staff-thread'
import { capital } from '@/kit/words'
import { contactName } from '@/shared/domain/people/contact'
import { quotationNumber } from '@/shared/domain/records/quotation-number'
import { dayText, withTax } from '@/shared/domain/text/formats'
import { formatMoney } from '@/shared/domain/money/money'
import { can, hasPermission } from '@/shared/domain/people/permission'
import { newId } from '@/shared/lib/new-id'
import { ContactLink } from '@/shared/ui/parts/contact-link'
import { useRights } from '@/shared/hooks/current-user'
import { Problem } from '@/shared/ui/page/problem'
import { RecordLink } from '@/shared/ui/page/record-links'
import page from '@/shared/ui/page/record-page.module.css'
import { saveProblem } from '@/shared/hooks/save-problem'
import { linePicturesQuery } from '../../shared/api/line-pictures.query'
import { InternalNote } from '../../shared/internal-note'
import { OpenNow } from '../../shared/open-now'
import { amendOrder, releaseOrder } from '../api/order.mutation'
import { type Order, orderKey, orderQuery, orderRecordsQuery, readOrderDocument } from '../api/order.query'
import { ordersKey, ordersLive } from '../api/orders.query'
import { isDepositDue } from '../../shared/deposit-invoice-action'
import { depositHref, depositOpenWords, depositWords, toInvoiceOf } from '../deposit'
import { depositInvoiceActions, DepositInvoiceDialog } from './deposit-invoice'
