/* What the kernel takes for a small request and its answer, by epoll and by io_uring, without anything of Python or Twisted.

   epoll_and_io_uring epoll|io_uring CONNECTIONS REQUESTS

   A child keeps CONNECTIONS connections busy with one request of 200 bytes each; the parent answers with 60 bytes and prints its own CPU time
   in nanoseconds per request. The epoll server does what a broker's reactor does: wait, receive, send. The io_uring one sends the answer and
   receives the next request by one entry into the kernel for all connections that have something. tests/bench/io_uring_and_splice.py builds and asks it. */

#include <arpa/inet.h>
#include <errno.h>
#include <liburing.h>
#include <netinet/tcp.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

enum { REQUEST = 200, ANSWER = 60, MOST = 1024 };

static char answer[ANSWER];
static char received[MOST][4096];
static int sockets[MOST];

static void fail(const char *what) {
    perror(what);
    exit(1);
}

static double cpu_ns(void) {
    struct timespec now;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
    return now.tv_sec * 1e9 + now.tv_nsec;
}

static void client(int port, int connections, long requests) {
    struct sockaddr_in address = {.sin_family = AF_INET, .sin_port = port, .sin_addr.s_addr = htonl(INADDR_LOOPBACK)};
    char request[REQUEST] = {0}, back[ANSWER];
    int one = 1;
    for (int i = 0; i < connections; i++) {
        sockets[i] = socket(AF_INET, SOCK_STREAM, 0);
        if (connect(sockets[i], (struct sockaddr *)&address, sizeof address)) fail("connect");
        setsockopt(sockets[i], IPPROTO_TCP, TCP_NODELAY, &one, sizeof one);
    }
    for (long sent = 0; sent < requests; sent += connections) {
        for (int i = 0; i < connections; i++)
            if (send(sockets[i], request, REQUEST, 0) != REQUEST) fail("send");
        for (int i = 0; i < connections; i++)
            if (recv(sockets[i], back, ANSWER, MSG_WAITALL) != ANSWER) fail("recv");
    }
    exit(0);
}

static void by_epoll(int connections, long requests) {
    struct epoll_event events[MOST], one = {.events = EPOLLIN};
    int poller = epoll_create1(0);
    for (int i = 0; i < connections; i++) {
        one.data.u32 = i;
        if (epoll_ctl(poller, EPOLL_CTL_ADD, sockets[i], &one)) fail("epoll_ctl");
    }
    for (long done = 0; done < requests;) {
        int found = epoll_wait(poller, events, MOST, -1);
        for (int i = 0; i < found; i++) {
            int at = events[i].data.u32;
            if (recv(sockets[at], received[at], sizeof received[at], 0) != REQUEST) fail("recv");
            if (send(sockets[at], answer, ANSWER, 0) != ANSWER) fail("send");
            done++;
        }
    }
}

static void expect(struct io_uring *ring, int at) {
    struct io_uring_sqe *entry = io_uring_get_sqe(ring);
    io_uring_prep_recv(entry, sockets[at], received[at], sizeof received[at], 0);
    io_uring_sqe_set_data64(entry, at);
}

static void by_io_uring(int connections, long requests) {
    struct io_uring ring;
    struct io_uring_params how = {.flags = IORING_SETUP_SINGLE_ISSUER | IORING_SETUP_DEFER_TASKRUN | IORING_SETUP_COOP_TASKRUN};
    int failed = io_uring_queue_init_params(4 * MOST, &ring, &how);
    if (failed) {
        fprintf(stderr, "io_uring: %s\n", strerror(-failed));
        exit(2);
    }
    for (int i = 0; i < connections; i++) expect(&ring, i);
    for (long done = 0; done < requests;) {
        struct io_uring_cqe *found;
        unsigned head, count = 0;
        int gave = io_uring_submit_and_wait(&ring, 1);
        if (gave < 0 && gave != -EINTR) fail("submit");
        io_uring_for_each_cqe(&ring, head, found) {
            count++;
            if (found->user_data >= MOST) {
                if (found->res != ANSWER) fail("sent");
                continue;
            }
            int at = found->user_data;
            if (found->res != REQUEST) fail("received");
            struct io_uring_sqe *entry = io_uring_get_sqe(&ring);
            io_uring_prep_send(entry, sockets[at], answer, ANSWER, 0);
            io_uring_sqe_set_data64(entry, MOST + at);
            expect(&ring, at);
            done++;
        }
        io_uring_cq_advance(&ring, count);
    }
    // The last answers.
    io_uring_submit(&ring);
}

int main(int count, char **words) {
    if (count != 4) return 2;
    int connections = atoi(words[2]), one = 1, listener = socket(AF_INET, SOCK_STREAM, 0);
    long requests = atol(words[3]) / connections * connections;
    struct sockaddr_in address = {.sin_family = AF_INET, .sin_addr.s_addr = htonl(INADDR_LOOPBACK)};
    socklen_t size = sizeof address;
    if (connections < 1 || connections > MOST) return 2;
    if (bind(listener, (struct sockaddr *)&address, sizeof address) || listen(listener, MOST)) fail("listen");
    getsockname(listener, (struct sockaddr *)&address, &size);
    pid_t child = fork();
    if (!child) client(address.sin_port, connections, requests);
    for (int i = 0; i < connections; i++) {
        sockets[i] = accept(listener, NULL, NULL);
        setsockopt(sockets[i], IPPROTO_TCP, TCP_NODELAY, &one, sizeof one);
    }
    double before = cpu_ns();
    (strcmp(words[1], "epoll") ? by_io_uring : by_epoll)(connections, requests);
    printf("%.0f\n", (cpu_ns() - before) / requests);
    fflush(stdout);
    int how;
    waitpid(child, &how, 0);
    return !WIFEXITED(how) || WEXITSTATUS(how);
}
