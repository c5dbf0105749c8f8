----------------------- MODULE MCPartitionFilesHandoff -----------------------
(***************************************************************************)
(* PartitionFiles refines Handoff: what is a chunk there is here a base or *)
(* entries, what is a manifest is the command Manifest.                    *)
(*                                                                         *)
(* The partition is one key, whose version is the number of updates; each  *)
(* is the only write of a client of its own.  A copy at update n is a cell *)
(* of version n; but as long as it is behind the update at which the       *)
(* attempt began it is none at all: no chunk of it was ever sent, for a    *)
(* base may be older than the attempt.  So                                 *)
(*                                                                         *)
(*    Stage, Catch     HandleChunk, or nothing                             *)
(*    Manifest         HandleManifest: Complete, and with the sessions     *)
(*    Begin, Prepare, Seal, Switch, Activate, Release, Abort, Cancel       *)
(*                     Begin, HandlePrepare, Seal, HandleReady,            *)
(*                     HandleActivate, HandleDone, Abort, HandleCancel     *)
(*    UpdateAtSource, Update                     Write                     *)
(*    all that is done on disks                  nothing                   *)
(*                                                                         *)
(* PartitionFiles has no messages.  Here they are sent, by Handoff's own   *)
(* actions, as soon as they may be, before anything else: none is lost, so *)
(* whoever acts on what a log says acts on a message that was sent.        *)
(***************************************************************************)
EXTENDS MCPartitionFiles

VARIABLES
    \* At which update each attempt began.
    began,
    \* Handoff's messages, and how many clients have called.
    sent, called

refVars == <<mcVars, began, sent, called>>

Src == "source"
Dst == "destination"
TheKey == "partition"
TheValue == "value"
NoValue == "none"

\* Updates that the source made.
AtSource == Len(history) - Cardinality({i \in DOMAIN log : log[i].type = "Update"})

\* How far the source's copy is, and the destination's.
SourcePos == IF source.phase = "absent" THEN 0 ELSE AtSource
CopyPos == IF HasCopy(tail) /\ tail.pos >= began[tail.attempt] THEN tail.pos ELSE 0

PhaseOf == [g \in {Src, Dst} |->
    IF g = Src THEN source.phase ELSE IF tail.phase = "staged" THEN "receiving" ELSE tail.phase]

PeerOf == [g \in {Src, Dst} |->
    IF g = Src THEN IF Pending(source.attempt) THEN Dst ELSE "nobody"
    ELSE IF tail.phase \in {"receiving", "staged", "ready"} THEN Src ELSE "nobody"]

Cell(n) == [value |-> IF n = 0 THEN NoValue ELSE TheValue, version |-> n]
CellsOf == [g \in {Src, Dst} |-> [k \in {TheKey} |-> Cell(IF g = Src THEN SourcePos ELSE CopyPos)]]

\* The sessions of a copy at update n.
SessionsAt(n) == [c \in 1..MaxUpdates |->
    IF c <= n THEN [seq |-> 1, result |-> [ok |-> TRUE, value |-> TheValue, version |-> c]]
    ELSE [seq |-> 0, result |-> [ok |-> FALSE, value |-> NoValue, version |-> 0]]]

\* The destination's come with the manifest.
SessionsOf == [g \in {Src, Dst} |->
    SessionsAt(IF g = Src THEN SourcePos ELSE IF tail.phase \in {"ready", "serving"} THEN tail.pos ELSE 0)]

Op(kind) == [kind |-> kind, key |-> TheKey, value |-> IF kind = "put" THEN TheValue ELSE NoValue, expected |-> NoValue]

CallsOf == [c \in 1..MaxUpdates |->
    [phase |-> IF c <= called THEN "invoked" ELSE "idle", op |-> Op(IF c <= called THEN "put" ELSE "get"),
     seq |-> IF c <= called THEN 1 ELSE 0, result |-> [ok |-> FALSE, value |-> NoValue, version |-> 0]]]

Move == INSTANCE Handoff WITH
    Group <- {Src, Dst}, NoGroup <- "nobody", Key <- {TheKey}, Value <- {TheValue}, NoValue <- NoValue,
    Client <- 1..MaxUpdates, Version <- 1..MaxUpdates,
    phase <- PhaseOf,
    epoch <- [g \in {Src, Dst} |-> IF g = Src THEN source.attempt ELSE tail.attempt],
    peer <- PeerOf, cells <- CellsOf, sessions <- SessionsOf, msgs <- sent,
    calls <- CallsOf,
    requests <- {[client |-> c, seq |-> 1, op |-> Op("put")] : c \in 1..called}

RefInit == MCInit /\ began = [e \in 1..MaxAttempts |-> 0] /\ sent = {} /\ called = 0

\* A client calls, for the next update.
Call ==
    /\ called <= Len(history) /\ called < MaxUpdates
    /\ called' = called + 1
    /\ UNCHANGED <<mcVars, began, sent>>

\* Handoff sends.
Send ==
    /\ UNCHANGED <<mcVars, began, called>>
    /\ \/ Move!SendPrepare(Src) \/ Move!SendChunk(Src, {TheKey}) \/ Move!SendManifest(Src) \/ Move!SendActivate(Src)
       \/ Move!SendAccept(Dst) \/ Move!SendReady(Dst)
       \/ \E m \in sent : Move!SendCancel(Src, m) \/ Move!SendDone(Dst, m)

Sends == Send /\ sent' # sent

RefNext ==
    \/ Sends \/ Call
    \/ /\ ~ENABLED Sends /\ ~ENABLED Call
       /\ MCNext
       /\ began' = IF source'.attempt > source.attempt THEN [began EXCEPT ![source'.attempt] = Len(history)] ELSE began
       /\ UNCHANGED <<sent, called>>

RefSpec == RefInit /\ [][RefNext]_refVars

RefinesHandoff == Move!Spec

=============================================================================
