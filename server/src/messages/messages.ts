/** Front door of the messages slice. */
export { contactColumns, eraseRepliesOf } from './queries.ts'
export { findCallCenter } from './call-center.ts'
export { mailAddress, lineUser, mobileNumber, contactChannels, contactChannel } from '../platform/messages/contact-channels.ts'
export { forgetOldReplies } from './erase-replies.ts'
