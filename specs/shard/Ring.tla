-------------------------------- MODULE Ring --------------------------------
(***************************************************************************)
(* Who owns which tokens, and how clients find out.                        *)
(*                                                                         *)
(* Two things must not be confused.  What a group owns is said by the      *)
(* group's own replicated state (`owned`) and by nothing else.  The ring   *)
(* that the configuration manager (CM) keeps is news about it: a map of    *)
(* tokens to owners with a version, read and cached by groups and clients, *)
(* always possibly old.  A group serves a key only if it owns it; so an    *)
(* old ring costs a client a detour, never a wrong answer.                 *)
(*                                                                         *)
(*   owned           split, merged and moved by the groups                 *)
(*     | Propose: the owner computes a ring that says so                   *)
(*     v                                                                   *)
(*   ring at the CM  a compare-and-set on the version accepts it or not    *)
(*     | LearnRing                                                         *)
(*     v                                                                   *)
(*   known           each node's cached ring; WRONG_OWNER carries the      *)
(*                   group's to the client                                 *)
(*                                                                         *)
(* Modelled: split (inserts a token), merge (removes one), move (changes   *)
(* an owner); proposals delayed on their way to the CM and overtaken by    *)
(* others; clients that route by old rings, are redirected and catch up.   *)
(* Abstracted: a group is one process, its state its replicated log's      *)
(* (ReplicatedLog); how a partition is split or merged (SplitMerge) and    *)
(* how its data moves (Handoff): here Release and Take bracket the moment  *)
(* in which neither group serves.  A request that is lost or answered      *)
(* late is like one never handled: steps here need not happen.             *)
(*                                                                         *)
(* Source: ElasCass, section 3.1 (partitions), 3.1 step 4 (announcement);  *)
(* ACaZoo, sections III and IV (configuration manager, client routing).    *)
(* Read Tokens first.                                                      *)
(***************************************************************************)
EXTENDS Tokens

CONSTANTS
    \* Replica groups.
    \* @type: Set(NODE);
    Group,
    \* @type: Set(NODE);
    Client,
    \* The configuration manager.
    \* @type: NODE;
    CM,
    \* The tokens and owners to begin with.
    \* @type: Int -> NODE;
    FirstOwner

\* @typeAlias: ring = { version: Int, owner: Int -> NODE };
\* @typeAlias: part = { from: Int, to: Int };
\* Fields that a message does not use hold any value of their type.
\* @typeAlias: msg = { type: Str, src: NODE, dst: NODE, key: Int, part: $part, ring: $ring };
RingAliases == TRUE

VARIABLES
    \* The CM's ring.
    \* @type: $ring;
    ring,
    \* Replicated state of each group: the partitions it serves.
    \* @type: NODE -> Set($part);
    owned,
    \* Each group's and client's cached ring.
    \* @type: NODE -> $ring;
    known,
    \* The key each client asks for, or NoKey.
    \* @type: NODE -> Int;
    wanted,
    \* Messages under way.
    \* @type: Set($msg);
    msgs

\* @type: <<$ring, NODE -> Set($part), NODE -> $ring, NODE -> Int, Set($msg)>>;
vars == <<ring, owned, known, wanted, msgs>>

NoKey == Modulus

\* @type: $ring => Set(Int);
TokensOf(r) == DOMAIN r.owner

\* The group that ring r routes point x to.
\* @type: ($ring, Int) => NODE;
Route(r, x) == r.owner[PartitionOf(TokensOf(r), x)]

\* Group g's own state says that it serves point x.
\* @type: (NODE, Int) => Bool;
Owns(g, x) == x \in Covered(owned[g])

----------------------------------------------------------------------------
(* Messages *)

NoPart == [from |-> 0, to |-> 0]
NoRing == [version |-> 0, owner |-> FirstOwner]

\* Client c asks group g for key k.
\* @type: (NODE, NODE, Int) => $msg;
Request(c, g, k) ==
    [type |-> "Request", src |-> c, dst |-> g, key |-> k, part |-> NoPart, ring |-> NoRing]

\* @type: (NODE, NODE, Int) => $msg;
Served(g, c, k) ==
    [type |-> "Served", src |-> g, dst |-> c, key |-> k, part |-> NoPart, ring |-> NoRing]

\* WRONG_OWNER, with the ring that the group knows.
\* @type: (NODE, NODE, Int, $ring) => $msg;
WrongOwner(g, c, k, r) ==
    [type |-> "WrongOwner", src |-> g, dst |-> c, key |-> k, part |-> NoPart, ring |-> r]

\* Group g leaves partition p to h.
\* @type: (NODE, NODE, $part) => $msg;
Transfer(g, h, p) ==
    [type |-> "Transfer", src |-> g, dst |-> h, key |-> NoKey, part |-> p, ring |-> NoRing]

\* Group g asks the CM to put r in place of the ring of the version before.
\* @type: (NODE, $ring) => $msg;
CompareAndSet(g, r) ==
    [type |-> "CompareAndSet", src |-> g, dst |-> CM, key |-> NoKey, part |-> NoPart, ring |-> r]

\* @type: Set($msg) => Set($msg);
Transfers(ms) == {m \in ms : m.type = "Transfer"}

----------------------------------------------------------------------------
FirstRing == [version |-> 1, owner |-> FirstOwner]

Init ==
    /\ ring = FirstRing
    /\ owned = [g \in Group |-> {p \in Partitions(DOMAIN FirstOwner) : FirstOwner[p.to] = g}]
    /\ known = [n \in Group \cup Client |-> FirstRing]
    /\ wanted = [c \in Client |-> NoKey]
    /\ msgs = {}

IsRing(r) ==
    /\ r.version \in Nat
    /\ TokensOf(r) \subseteq Space /\ TokensOf(r) # {}
    /\ \A t \in TokensOf(r) : r.owner[t] \in Group

TypeOK ==
    /\ IsRing(ring)
    /\ \A g \in Group : owned[g] \subseteq Partition
    /\ DOMAIN known = Group \cup Client /\ \A n \in DOMAIN known : IsRing(known[n])
    /\ wanted \in [Client -> Space \cup {NoKey}]
    /\ \A m \in msgs :
        /\ m.type \in {"Request", "Served", "WrongOwner", "Transfer", "CompareAndSet"}
        /\ m.src \in Group \cup Client /\ m.dst \in Group \cup Client \cup {CM}
        /\ m.key \in Space \cup {NoKey} /\ m.part \in Partition /\ IsRing(m.ring)

----------------------------------------------------------------------------
(* What groups do with what they own *)

\* Group g has cut its partition p at token t (SplitMerge).
\* @type: (NODE, $part, Int) => Bool;
Split(g, p, t) ==
    /\ p \in owned[g] /\ t \in Inner(p)
    /\ owned' = [owned EXCEPT ![g] = (@ \ {p}) \cup Halves(p, t)]
    /\ UNCHANGED <<ring, known, wanted, msgs>>

\* Group g has joined two of its partitions (SplitMerge).
\* @type: (NODE, $part, $part) => Bool;
Merge(g, p, q) ==
    /\ {p, q} \subseteq owned[g] /\ Adjacent(p, q)
    /\ owned' = [owned EXCEPT ![g] = (@ \ {p, q}) \cup {Union(p, q)}]
    /\ UNCHANGED <<ring, known, wanted, msgs>>

\* Giving a partition away begins with ceasing to serve it.
\* @type: (NODE, $part) => Set($part);
LeftAfterRelease(g, p) == owned[g] \ {p}

\* Group g stops serving p for h to take over (Handoff).
\* @type: (NODE, $part, NODE) => Bool;
Release(g, p, h) ==
    /\ p \in owned[g] /\ h # g
    /\ owned' = [owned EXCEPT ![g] = LeftAfterRelease(g, p)]
    /\ msgs' = msgs \cup {Transfer(g, h, p)}
    /\ UNCHANGED <<ring, known, wanted>>

\* Group h begins to serve what was released to it, once.
\* @type: (NODE, $msg) => Bool;
Take(h, m) ==
    /\ m \in msgs /\ m.type = "Transfer" /\ m.dst = h
    /\ owned' = [owned EXCEPT ![h] = @ \cup {m.part}]
    /\ msgs' = msgs \ {m}
    /\ UNCHANGED <<ring, known, wanted>>

----------------------------------------------------------------------------
(* The configuration manager *)

\* Ring r, corrected to what g owns: within its partitions, a token at the
\* end of each and no other.  A split inserts a token, a merge removes one, a
\* move changes an owner.
\* @type: (NODE, $ring) => Int -> NODE;
Corrected(g, r) ==
    LET mine == {p.to : p \in owned[g]}
        others == {t \in TokensOf(r) : ~Owns(g, t)}
    IN [t \in mine \cup others |-> IF t \in mine THEN g ELSE r.owner[t]]

\* @type: (NODE, $ring) => Bool;
Misinformed(g, r) == owned[g] # {} /\ Corrected(g, r) # r.owner

\* Group g sees that the ring it knows is wrong about it and asks for the next version.
\* @type: NODE => Bool;
Propose(g) ==
    /\ Misinformed(g, known[g])
    /\ msgs' = msgs \cup {CompareAndSet(g, [version |-> known[g].version + 1, owner |-> Corrected(g, known[g])])}
    /\ UNCHANGED <<ring, owned, known, wanted>>

\* The compare of compare-and-set: the proposal was made from the present ring.
\* @type: $msg => Bool;
FromPresentRing(m) == m.ring.version = ring.version + 1

\* The CM handles a proposal: accepts it, or drops it as overtaken.
\* @type: $msg => Bool;
HandleCompareAndSet(m) ==
    /\ m \in msgs /\ m.type = "CompareAndSet"
    /\ ring' = IF FromPresentRing(m) THEN m.ring ELSE ring
    /\ msgs' = msgs \ {m}
    /\ UNCHANGED <<owned, known, wanted>>

\* A newer ring replaces an older one, never the reverse.
\* @type: ($ring, $ring) => $ring;
Newer(r, s) == IF s.version > r.version THEN s ELSE r

\* A group or client hears from the CM.
\* @type: NODE => Bool;
LearnRing(n) ==
    /\ known' = [known EXCEPT ![n] = Newer(@, ring)]
    /\ UNCHANGED <<ring, owned, wanted, msgs>>

----------------------------------------------------------------------------
(* Clients *)

\* @type: (NODE, Int) => Bool;
Want(c, k) ==
    /\ wanted[c] = NoKey
    /\ wanted' = [wanted EXCEPT ![c] = k]
    /\ UNCHANGED <<ring, owned, known, msgs>>

\* Client c's question is under way, or the answer to it.
\* @type: NODE => Bool;
Waiting(c) == \E m \in msgs : c \in {m.src, m.dst}

\* Client c sends its request where its cached ring says.
\* @type: NODE => Bool;
SendRequest(c) ==
    /\ wanted[c] # NoKey /\ ~Waiting(c)
    /\ msgs' = msgs \cup {Request(c, Route(known[c], wanted[c]), wanted[c])}
    /\ UNCHANGED <<ring, owned, known, wanted>>

\* What a group asks before it serves: its own state, never a ring.
\* @type: (NODE, $msg) => Bool;
MayServe(g, m) == Owns(g, m.key)

\* @type: (NODE, $msg) => Bool;
HandleRequest(g, m) ==
    /\ m \in msgs /\ m.type = "Request" /\ m.dst = g
    /\ LET answer == IF MayServe(g, m) THEN Served(g, m.src, m.key)
                                       ELSE WrongOwner(g, m.src, m.key, known[g])
       IN msgs' = (msgs \ {m}) \cup {answer}
    /\ UNCHANGED <<ring, owned, known, wanted>>

\* @type: (NODE, $msg) => Bool;
HandleServed(c, m) ==
    /\ m \in msgs /\ m.type = "Served" /\ m.dst = c
    /\ wanted' = [wanted EXCEPT ![c] = NoKey]
    /\ msgs' = msgs \ {m}
    /\ UNCHANGED <<ring, owned, known>>

\* What client c knows after a redirect that carries ring r.
\* @type: (NODE, $ring) => $ring;
Redirected(c, r) == Newer(known[c], r)

\* The redirect brings the group's ring; the client adopts it if newer and sends again.
\* @type: (NODE, $msg) => Bool;
HandleWrongOwner(c, m) ==
    /\ m \in msgs /\ m.type = "WrongOwner" /\ m.dst = c
    /\ known' = [known EXCEPT ![c] = Redirected(c, m.ring)]
    /\ msgs' = msgs \ {m}
    /\ UNCHANGED <<ring, owned, wanted>>

----------------------------------------------------------------------------
\* The groups rearrange what they own.
Rearrange ==
    \E g \in Group : \E p \in owned[g] :
        \/ \E t \in Space : Split(g, p, t)
        \/ \E q \in owned[g] : Merge(g, p, q)
        \/ \E h \in Group : Release(g, p, h)

\* Everything that answers to a rearrangement or to a client.
React ==
    \/ \E n \in Group \cup Client : LearnRing(n)
    \/ \E g \in Group : Propose(g)
    \/ \E m \in msgs :
        \/ HandleCompareAndSet(m)
        \/ \E g \in Group : Take(g, m) \/ HandleRequest(g, m)
        \/ \E c \in Client : HandleServed(c, m) \/ HandleWrongOwner(c, m)
    \/ \E c \in Client : SendRequest(c) \/ \E k \in Space : Want(c, k)

Next == Rearrange \/ React

\* Messages arrive, groups hear from the CM and correct it; clients need not
\* hear from the CM: redirects alone bring them to the owner.
Fairness ==
    /\ \A g \in Group :
        /\ WF_vars(LearnRing(g))
        /\ WF_vars(Propose(g))
        /\ WF_vars(\E m \in msgs : Take(g, m))
        /\ WF_vars(\E m \in msgs : HandleRequest(g, m))
    /\ WF_vars(\E m \in msgs : HandleCompareAndSet(m))
    /\ \A c \in Client :
        /\ WF_vars(SendRequest(c))
        /\ WF_vars(\E m \in msgs : HandleServed(c, m))
        /\ WF_vars(\E m \in msgs : HandleWrongOwner(c, m))

Spec == Init /\ [][Next]_vars /\ Fairness

----------------------------------------------------------------------------
(* Safety *)

\* What is owned, or has been released and not yet taken, covers the ring:
\* each point lies in exactly one partition of one group.
Held(g) == owned[g] \cup {m.part : m \in {n \in Transfers(msgs) : n.dst = g}}

PartitionsCoverTheRing ==
    /\ UNION {Covered(Held(g)) : g \in Group} = Space
    /\ \A g \in Group : Disjoint(Held(g))
    /\ \A g, h \in Group : g # h => Covered(Held(g)) \cap Covered(Held(h)) = {}

\* Never two groups answering for one key.
OneOwner == \A g, h \in Group : g # h => Covered(owned[g]) \cap Covered(owned[h]) = {}

\* One version names one ring, whoever holds it.
VersionNamesOneRing ==
    /\ \A n \in Group \cup Client : known[n].version = ring.version => known[n] = ring
    /\ \A n, o \in Group \cup Client : known[n].version = known[o].version => known[n] = known[o]

NobodyIsAhead == \A n \in Group \cup Client : known[n].version <= ring.version

\* Versions never go back, and the CM's goes up one at a time.
VersionsMonotone ==
    [][ /\ ring'.version \in {ring.version, ring.version + 1}
        /\ ring'.version = ring.version => ring' = ring
        /\ \A n \in Group \cup Client : known'[n].version >= known[n].version ]_vars

\* However old the client's ring: who serves it owns the key at that moment.
ServedByOwner ==
    [][ \A m \in msgs' \ msgs :
            m.type = "Served" => /\ Owns(m.src, m.key)
                                 /\ \A g \in Group \ {m.src} : ~Owns(g, m.key) ]_vars

----------------------------------------------------------------------------
(* Liveness: if the groups stop rearranging *)

\* A client reaches the owner of its key.
ClientIsServed == \A c \in Client : wanted[c] # NoKey ~> wanted[c] = NoKey

\* The CM's ring says what the groups own.
RingIsTrue == \A x \in Space : Owns(Route(ring, x), x)
RingBecomesTrue == <>[]RingIsTrue
=============================================================================
