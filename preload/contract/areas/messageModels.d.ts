import { z } from '../wire/schema';
export declare const MediaRef: import("zod").ZodObject<{
    handle: import("zod").ZodString;
    thumbnail: import("zod").ZodNullable<import("zod").ZodString>;
    fileName: import("zod").ZodString;
    mimeType: import("zod").ZodNullable<import("zod").ZodString>;
    sizeBytes: import("zod").ZodNullable<import("zod").ZodNumber>;
    width: import("zod").ZodNullable<import("zod").ZodNumber>;
    height: import("zod").ZodNullable<import("zod").ZodNumber>;
    durationMs: import("zod").ZodNullable<import("zod").ZodNumber>;
    blurhash: import("zod").ZodNullable<import("zod").ZodString>;
    encrypted: import("zod").ZodBoolean;
    broken: import("zod").ZodNullable<import("zod").ZodString>;
}, import("zod/v4/core").$strip>;
export type MediaRef = z.infer<typeof MediaRef>;
export declare const UndecryptableReason: import("zod").ZodEnum<{
    unknown: "unknown";
    waiting_for_key: "waiting_for_key";
    sent_before_sign_in: "sent_before_sign_in";
    sent_before_sign_in_no_backup: "sent_before_sign_in_no_backup";
    key_in_backup_locked: "key_in_backup_locked";
    withheld: "withheld";
    sender_identity_changed: "sender_identity_changed";
    unsigned_device: "unsigned_device";
    malformed: "malformed";
    not_joined_then: "not_joined_then";
}>;
export type UndecryptableReason = z.infer<typeof UndecryptableReason>;
export declare const FormattedText: import("zod").ZodObject<{
    text: import("zod").ZodString;
    html: import("zod").ZodNullable<import("zod").ZodString>;
}, import("zod/v4/core").$strip>;
export type FormattedText = z.infer<typeof FormattedText>;
export declare const MessageBody: import("zod").ZodDiscriminatedUnion<[import("zod").ZodObject<{
    text: import("zod").ZodString;
    html: import("zod").ZodNullable<import("zod").ZodString>;
    type: import("zod").ZodEnum<{
        text: "text";
        notice: "notice";
        emote: "emote";
    }>;
}, import("zod/v4/core").$strip>, import("zod").ZodObject<{
    type: import("zod").ZodEnum<{
        file: "file";
        video: "video";
        image: "image";
        audio: "audio";
    }>;
    media: import("zod").ZodObject<{
        handle: import("zod").ZodString;
        thumbnail: import("zod").ZodNullable<import("zod").ZodString>;
        fileName: import("zod").ZodString;
        mimeType: import("zod").ZodNullable<import("zod").ZodString>;
        sizeBytes: import("zod").ZodNullable<import("zod").ZodNumber>;
        width: import("zod").ZodNullable<import("zod").ZodNumber>;
        height: import("zod").ZodNullable<import("zod").ZodNumber>;
        durationMs: import("zod").ZodNullable<import("zod").ZodNumber>;
        blurhash: import("zod").ZodNullable<import("zod").ZodString>;
        encrypted: import("zod").ZodBoolean;
        broken: import("zod").ZodNullable<import("zod").ZodString>;
    }, import("zod/v4/core").$strip>;
    looks: import("zod").ZodObject<{
        extension: import("zod").ZodString;
        fileKind: import("zod").ZodEnum<{
            image: "image";
            video: "video";
            audio: "audio";
            pdf: "pdf";
            text: "text";
            code: "code";
            markdown: "markdown";
            document: "document";
            sheet: "sheet";
            slides: "slides";
            archive: "archive";
            design: "design";
            other: "other";
        }>;
        warnings: import("zod").ZodArray<import("zod").ZodEnum<{
            name: "name";
            type: "type";
            runs: "runs";
        }>>;
    }, import("zod/v4/core").$strip>;
    caption: import("zod").ZodNullable<import("zod").ZodObject<{
        text: import("zod").ZodString;
        html: import("zod").ZodNullable<import("zod").ZodString>;
    }, import("zod/v4/core").$strip>>;
}, import("zod/v4/core").$strip>, import("zod").ZodObject<{
    type: import("zod").ZodLiteral<"location">;
    text: import("zod").ZodString;
    latitude: import("zod").ZodNumber;
    longitude: import("zod").ZodNumber;
    uncertaintyM: import("zod").ZodNullable<import("zod").ZodNumber>;
}, import("zod/v4/core").$strip>, import("zod").ZodObject<{
    type: import("zod").ZodLiteral<"undecryptable">;
    reason: import("zod").ZodEnum<{
        unknown: "unknown";
        waiting_for_key: "waiting_for_key";
        sent_before_sign_in: "sent_before_sign_in";
        sent_before_sign_in_no_backup: "sent_before_sign_in_no_backup";
        key_in_backup_locked: "key_in_backup_locked";
        withheld: "withheld";
        sender_identity_changed: "sender_identity_changed";
        unsigned_device: "unsigned_device";
        malformed: "malformed";
        not_joined_then: "not_joined_then";
    }>;
    text: import("zod").ZodString;
}, import("zod/v4/core").$strip>, import("zod").ZodObject<{
    type: import("zod").ZodLiteral<"redacted">;
    by: import("zod").ZodNullable<import("zod").ZodObject<{
        userId: import("zod").ZodString;
        name: import("zod").ZodString;
        ambiguous: import("zod").ZodBoolean;
        avatar: import("zod").ZodNullable<import("zod").ZodString>;
    }, import("zod/v4/core").$strip>>;
    reason: import("zod").ZodNullable<import("zod").ZodString>;
}, import("zod/v4/core").$strip>, import("zod").ZodObject<{
    type: import("zod").ZodLiteral<"invalid">;
    text: import("zod").ZodString;
}, import("zod/v4/core").$strip>, import("zod").ZodObject<{
    type: import("zod").ZodLiteral<"unsupported">;
    eventType: import("zod").ZodString;
    text: import("zod").ZodString;
}, import("zod/v4/core").$strip>], "type">;
export type MessageBody = z.infer<typeof MessageBody>;
export declare const MessagePreview: import("zod").ZodObject<{
    kind: import("zod").ZodEnum<{
        text: "text";
        call: "call";
        unknown: "unknown";
        file: "file";
        video: "video";
        notice: "notice";
        draft: "draft";
        undecryptable: "undecryptable";
        image: "image";
        audio: "audio";
        location: "location";
        redacted: "redacted";
        none: "none";
    }>;
    call: import("zod").ZodOptional<import("zod").ZodNullable<import("zod").ZodObject<{
        callId: import("zod").ZodString;
        direction: import("zod").ZodEnum<{
            out: "out";
            in: "in";
        }>;
        media: import("zod").ZodEnum<{
            voice: "voice";
            video: "video";
        }>;
        outcome: import("zod").ZodEnum<{
            cancelled: "cancelled";
            ringing: "ringing";
            running: "running";
            answered: "answered";
            answered_elsewhere: "answered_elsewhere";
            missed: "missed";
            declined: "declined";
            no_answer: "no_answer";
            busy: "busy";
            failed: "failed";
        }>;
        durationMs: import("zod").ZodNullable<import("zod").ZodNumber>;
    }, import("zod/v4/core").$strip>>>;
    groupCall: import("zod").ZodOptional<import("zod").ZodNullable<import("zod").ZodObject<{
        groupCallId: import("zod").ZodString;
        media: import("zod").ZodEnum<{
            voice: "voice";
            video: "video";
        }>;
        isPtt: import("zod").ZodBoolean;
        outcome: import("zod").ZodEnum<{
            running: "running";
            missed: "missed";
            ended: "ended";
        }>;
        people: import("zod").ZodNumber;
        durationMs: import("zod").ZodNullable<import("zod").ZodNumber>;
    }, import("zod/v4/core").$strip>>>;
    senderName: import("zod").ZodNullable<import("zod").ZodString>;
    mine: import("zod").ZodBoolean;
    text: import("zod").ZodString;
}, import("zod/v4/core").$strip>;
export type MessagePreview = z.infer<typeof MessagePreview>;
