import LocdLog
import LocdProtocol
import Logging
import NIOCore

/// One connection: its calls are answered in order, one at a time.
struct SocketConnection: Sendable {
    let channel: any Channel
    let arrivals: AsyncStream<Arrival>
    let caller: Caller
    /// Notifies the reader that a message was taken.
    let taken: @Sendable () -> Void

    /// Answers until the caller disconnects, the input is not a call, or the task is cancelled; then closes.
    func serve(_ methods: MethodTable, logger: Logger) async {
        await withTaskCancellationHandler {
            do {
                for await arrival in arrivals {
                    guard try await answer(arrival, methods) else { break }
                    taken()
                }
            } catch let error as EncodingFailure {
                logger.log(.replyNotSent, "Reply could not be encoded", metadata: ["reason": "\(error)"])
            } catch {
                // The caller disconnected during a reply: there is nobody to answer.
                logger.log(.connectionEnded, "Connection closed by the client", metadata: ["reason": "\(error)"])
            }
            // Fails if it is already closed, which is fine.
            try? await channel.close().get()
            caller.close()
        } onCancel: {
            // Resumes a write that waits for a caller who does not read.
            channel.close(promise: nil)
        }
    }

    private func answer(_ arrival: Arrival, _ methods: MethodTable) async throws -> Bool {
        do {
            switch arrival {
            case .message(let bytes):
                let call = try VarlinkCall(message: bytes)
                try await methods.answer(call, caller, ReplyWriter(for: call, send: send))
                return true
            case .broken(let error): throw error
            }
        } catch let error as VarlinkError {
            try await send(VarlinkReply.encode(error))
            return false
        }
    }

    private func send(_ bytes: [UInt8]) async throws {
        try await channel.writeAndFlush(ByteBuffer(bytes: bytes)).get()
    }
}
