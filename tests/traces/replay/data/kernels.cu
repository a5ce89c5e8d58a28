#include <cuda_fp16.h>
#include <cooperative_groups.h>
namespace cg=cooperative_groups;
extern "C" {
__global__ void vadd(const float*a,const float*b,float*c,int n){int i=blockIdx.x*blockDim.x+threadIdx.x; if(i<n)c[i]=a[i]+b[i];}
__global__ void reduce_tree(const float*a,float*o,int n){extern __shared__ float s[];int t=threadIdx.x;int i=blockIdx.x*blockDim.x+t;s[t]=i<n?a[i]:0;__syncthreads();
 for(int k=blockDim.x/2;k>0;k>>=1){if(t<k)s[t]+=s[t+k];__syncthreads();} if(t==0)o[blockIdx.x]=s[0];}
__global__ void reduce_shfl(const float*a,float*o,int n){__shared__ float s[32];float v=0;for(int i=blockIdx.x*blockDim.x+threadIdx.x;i<n;i+=gridDim.x*blockDim.x)v+=a[i];
 for(int k=16;k;k>>=1)v+=__shfl_xor_sync(~0u,v,k);int w=threadIdx.x/32;if(threadIdx.x%32==0)s[w]=v;__syncthreads();if(w==0){v=threadIdx.x<blockDim.x/32?s[threadIdx.x]:0;for(int k=16;k;k>>=1)v+=__shfl_down_sync(~0u,v,k);if(threadIdx.x==0)atomicAdd(o,v);}}
__global__ void softmax(const float*x,float*y,int cols){__shared__ float s[256];int r=blockIdx.x,t=threadIdx.x;float m=-1e30f;for(int c=t;c<cols;c+=256)m=fmaxf(m,x[r*cols+c]);s[t]=m;__syncthreads();
 for(int k=128;k;k>>=1){if(t<k)s[t]=fmaxf(s[t],s[t+k]);__syncthreads();}m=s[0];__syncthreads();float z=0;for(int c=t;c<cols;c+=256)z+=expf(x[r*cols+c]-m);s[t]=z;__syncthreads();
 for(int k=128;k;k>>=1){if(t<k)s[t]+=s[t+k];__syncthreads();}z=s[0];for(int c=t;c<cols;c+=256)y[r*cols+c]=expf(x[r*cols+c]-m)/z;}
__global__ void divk(const float*a,const float*b,float*c,int n){int i=blockIdx.x*blockDim.x+threadIdx.x; if(i<n)c[i]=a[i]/b[i]+sqrtf(b[i])+logf(a[i]);}
__global__ void ddivk(const double*a,const double*b,double*c,int n){int i=blockIdx.x*blockDim.x+threadIdx.x; if(i<n)c[i]=a[i]/b[i]+sqrt(b[i])+exp(a[i]);}
__global__ void idivk(const int*a,const int*b,int*c,const long long*p,long long*q,int n){int i=blockIdx.x*blockDim.x+threadIdx.x; if(i<n){c[i]=a[i]/b[i]+a[i]%(b[i]+3);q[i]=p[i]/(p[i+1]|1)+p[i]*3;}}
__global__ void gemm_naive(const float*A,const float*B,float*C,int N){int r=blockIdx.y*blockDim.y+threadIdx.y,c=blockIdx.x*blockDim.x+threadIdx.x;float s=0;for(int k=0;k<N;k++)s+=A[r*N+k]*B[k*N+c];C[r*N+c]=s;}
__global__ void gemm_tiled(const float*A,const float*B,float*C,int N){const int T=32;
 __shared__ float As[T][T]; __shared__ float Bs[T][T]; int r=blockIdx.y*T+threadIdx.y,c=blockIdx.x*T+threadIdx.x; float s=0;
 for(int t=0;t<N/T;t++){As[threadIdx.y][threadIdx.x]=A[r*N+t*T+threadIdx.x];Bs[threadIdx.y][threadIdx.x]=B[(t*T+threadIdx.y)*N+c];__syncthreads();
 for(int k=0;k<T;k++)s+=As[threadIdx.y][k]*Bs[k][threadIdx.x];__syncthreads();} C[r*N+c]=s;}
__global__ void transpose_conf(const float*in,float*out,int N){__shared__ float t[32][32]; int x=blockIdx.x*32+threadIdx.x,y=blockIdx.y*32+threadIdx.y;
 for(int j=0;j<32;j+=8)t[threadIdx.y+j][threadIdx.x]=in[(y+j)*N+x]; __syncthreads(); x=blockIdx.y*32+threadIdx.x;y=blockIdx.x*32+threadIdx.y;
 for(int j=0;j<32;j+=8)out[(y+j)*N+x]=t[threadIdx.x][threadIdx.y+j];}
__global__ void stridedk(const float*a,float*b,int s,int n){int i=(blockIdx.x*blockDim.x+threadIdx.x)*s; if(i<n)b[i]=a[i];}
__global__ void diverge(const int*a,int*o,int n){int i=blockIdx.x*blockDim.x+threadIdx.x;if(i>=n)return;int v=a[i],c=0;while(v!=1&&c<1000){if(v&1)v=3*v+1;else v>>=1;c++;}
 switch(i%5){case 0:c+=7;break;case 1:c=c*13;break;case 2:c^=a[i];break;case 3:c=__popc(c);break;}o[i]=c;}
__global__ void hist(const unsigned char*a,unsigned*h,int n){__shared__ unsigned s[256];s[threadIdx.x]=0;__syncthreads();for(int i=blockIdx.x*blockDim.x+threadIdx.x;i<n;i+=gridDim.x*blockDim.x)atomicAdd(&s[a[i]],1);__syncthreads();atomicAdd(&h[threadIdx.x],s[threadIdx.x]);}
__global__ void halfk(const half2*a,const half2*b,half2*c,int n){int i=blockIdx.x*blockDim.x+threadIdx.x; if(i<n)c[i]=__hadd2(__hfma2(a[i],b[i],c[i]),__float2half2_rn(__half2float(a[i].x)*1.5f));}
__global__ void spinlock(int*lock,int*v){ while(atomicCAS(lock,0,1)!=0); int x=*(volatile int*)v; *(volatile int*)v=x+1; __threadfence(); atomicExch(lock,0);}
__global__ void gridsync(unsigned*cnt,int*d){ int i=blockIdx.x*blockDim.x+threadIdx.x; d[i]=i; __threadfence(); __syncthreads(); if(threadIdx.x==0){atomicAdd(cnt,1);while(*(volatile unsigned*)cnt<gridDim.x);}__syncthreads(); d[i]+=((volatile int*)d)[(i+blockDim.x)%(gridDim.x*blockDim.x)]>=0?1:0;}
__global__ void scan(const int*a,int*o,int n){__shared__ int s[32];int t=threadIdx.x,l=t&31,w=t>>5;int v=a[t];for(int k=1;k<32;k<<=1){int u=__shfl_up_sync(~0u,v,k);if(l>=k)v+=u;}if(l==31)s[w]=v;__syncthreads();
 if(w==0){int u=l<blockDim.x/32?s[l]:0;for(int k=1;k<32;k<<=1){int q=__shfl_up_sync(~0u,u,k);if(l>=k)u+=q;}s[l]=u;}__syncthreads();if(w)v+=s[w-1];o[t]=v+__syncthreads_count(v&1)+(__ballot_sync(~0u,v&2)!=0)+__reduce_add_sync(~0u,v)+__match_any_sync(~0u,v&3);}
__global__ void localk(const int*a,int*o,int n){int b[64];for(int i=0;i<64;i++)b[i]=a[(threadIdx.x*7+i)%n];int s=0;for(int i=0;i<n;i++)s+=b[a[i]&63]*i;o[threadIdx.x]=s;}
__device__ __noinline__ float f3(float x,int d){if(d==0)return x;return f3(x*1.5f,d-1)+sinf(x);}
__global__ void recur(const float*a,float*o,int d){o[threadIdx.x]=f3(a[threadIdx.x],d+threadIdx.x%3);}
__global__ void asynccp(const float4*a,float4*o){__shared__ float4 s[128];int t=threadIdx.x;unsigned sa=(unsigned)__cvta_generic_to_shared(&s[t]);asm volatile("cp.async.cg.shared.global [%0],[%1],16;"::"r"(sa),"l"(a+t));asm volatile("cp.async.commit_group;cp.async.wait_group 0;");__syncthreads();o[t]=s[127-t];}
__global__ void genericp(const float*a,float*o,int k){__shared__ float s[64];s[threadIdx.x]=a[threadIdx.x];__syncthreads();const float*p=k&(threadIdx.x)?s:a;o[threadIdx.x]=p[(threadIdx.x+k)&63];}
__global__ void fused(const float*a,double*d,int*o,unsigned long long*u){int t=threadIdx.x;float x=a[t];d[t]=(double)x*3.0+d[t];o[t]=(int)x+__float2int_rn(x)+(int)__clz(o[t])+__ffs(o[t])+__brev(o[t])+__byte_perm(o[t],t,0x1234);u[t]=(unsigned long long)x+__popcll(u[t])+(u[t]<<t)+(u[t]>>t)+__umul64hi(u[t],u[t+1]);}
}
