/**
 * The optional header by which an administrator confirms an edit that cancels sealed bids (decision 56). Its value is the
 * `confirmation` of the refusal `bids_would_be_cancelled`.
 */
export const CONFIRMATION_HEADER = 'confirm-cancellation';
